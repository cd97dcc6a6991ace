import { emailTemplates } from '@cfs/contracts/email-templates';
import { describe, expect, it } from 'vitest';
import type { MailContent } from './mail-content.ts';
import { renderMail } from './render-mail.ts';

const hostile = '<script>alert(1)</script> & "quotes"';
const content: MailContent = {
  title: `Title ${hostile}`,
  body: `First line ${hostile}\nSecond line`,
  facts: [['State', `New ${hostile}`]],
  link: { label: 'Open', href: 'https://portal.example.com/x?a=1&b=2' },
  choices: [{ label: 'Great', href: 'https://portal.example.com/great' }],
};

describe.each(emailTemplates)('the template %s', (template) => {
  const { html, text } = renderMail(template, content);

  it('escapes markup in its fields', () => {
    expect(html).not.toContain('<script');
    expect(html).toContain('First line &lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;quotes&quot;\nSecond line');
    expect(html.startsWith('<!DOCTYPE html><html lang="en">')).toBe(true);
  });

  it('has the same content in plain text', () => {
    expect(text).toContain(`First line ${hostile}\nSecond line`);
    expect(text).not.toMatch(/<(?!script>|\/script>)/);
    if (html.includes('href=')) expect(text).toContain('Open: https://portal.example.com/x?a=1&b=2');
  });

  it('loads no external resources', () => {
    expect(html).not.toMatch(/src=|url\(|<link|<iframe|<form/i);
  });
});

it('a value of several lines keeps its line breaks', () => {
  const { html, text } = renderMail('Detailed', { ...content, facts: [['Impact', 'Mail\nCalendar']] });
  expect(html).toMatch(/<td style="[^"]*white-space:pre-wrap[^"]*">Mail\nCalendar<\/td>/);
  expect(text).toContain('Impact: Mail\nCalendar');
});

it('an alert shows its band and all facts', () => {
  const { text } = renderMail('SOCAlert', { ...content, title: 'Breach', body: 'Look', facts: [['State', 'New']] });
  expect(text).toBe(
    'SECURITY ALERT\n\nBreach\n\nTreat this message as confidential.\n\nLook\n\nState: New\n\nOpen: https://portal.example.com/x?a=1&b=2',
  );
});

it('a resolved request has links for its scores', () => {
  expect(renderMail('ResolutionCenterResolved', content).text).toContain('Great: https://portal.example.com/great');
});
