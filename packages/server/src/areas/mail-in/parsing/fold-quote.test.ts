import { splitQuote } from '@cfs/contracts/quoted-text';
import { expect, test } from 'vitest';
import { foldQuote } from './fold-quote.ts';

test.each([
  ['Gmail', 'It works.\r\n\r\nOn Mon, 23 Nov 2026 at 09:00, CFS <cfs@example.com> wrote:\r\n> A note\r\n> for you\r\n'],
  [
    'a wrapped introduction',
    'It works.\n\nOn Mon, 23 Nov 2026 at 09:00, CFS Portal\n<reply+1.ab@example.com> wrote:\n\n> A note\n',
  ],
  ['Outlook', 'It works.\n\nFrom: CFS <cfs@example.com>\nSent: Monday\nTo: Anna\nSubject: A note\n\nA note'],
  ['Outlook in bold', 'It works.\n\n*From:* CFS <cfs@example.com>\n*Sent:* Monday\n\nA note'],
  ['Outlook with an older quote', 'It works.\n\nFrom: CFS\nSent: Monday\n\nA note\n> An older one\nRegards'],
  ['Outlook without a date', 'It works.\n\nFrom: CFS <cfs@example.com>\nTo: Anna\n\nA note'],
  ['an original message', 'It works.\n\n-----Original Message-----\nA note'],
  ['a German introduction', 'It works.\n\nAm 23.11.2026 um 09:00 schrieb CFS:\n> A note'],
  ['a plain quote', 'It works.\n\n> A note\n\n> for you'],
])('folds the quote of %s', (_name, text) => {
  const { text: answer, quote } = splitQuote(foldQuote(text));
  expect(answer).toBe('It works.');
  expect(quote).toContain('A note');
});

test.each([
  ['replies between the quotes', '> Is it hot?\nYes.\n> Is it cold?\nNo.'],
  [
    'a reply below a marked quote',
    'Hello,\n\nOn Mon, 23 Nov 2026 at 09:00, CFS\n<cfs@example.com> wrote:\n\n> Which floor?\n\nThe second floor.',
  ],
  ['lines that are not a header block', 'Please move these.\n\nFrom: rack 12\nTo: rack 14\n\nThank you.'],
  ['a text without a quote', 'From: is a word that begins this line\nOn and off, she wrote.'],
  ['only a quote', '> A note\n> for you'],
  ['only a forwarded mail', '-----Original Message-----\nA note'],
])('leaves %s unchanged', (_name, text) => {
  expect(foldQuote(text)).toBe(text);
});

test('handles hostile texts in bounded time', () => {
  for (const text of [
    'On '.repeat(400_000),
    `On ${'x'.repeat(1_000_000)}`,
    '>\n'.repeat(200_000),
    `${'>\n'.repeat(200_000)}x`,
    'From: a\n'.repeat(200_000),
  ])
    expect(foldQuote(`Hello\n${text}`).length).toBeGreaterThan(text.length / 2);
}, 20_000);
