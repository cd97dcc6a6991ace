import { describe, expect, it } from 'vitest';
import type { ActionOrder } from '../action-order.ts';
import { missingRecipientReason, composeMail } from './compose-mail.ts';

const orderOf = (parameters: Record<string, string>, values: Record<string, string> = {}): ActionOrder => ({
  tenantId: 'tenant',
  actionDefinitionId: 'action',
  parameters: { To: 'ops@example.com', ...parameters },
  messageId: 'message',
  referenceId: null,
  correlationId: null,
  protocolActionId: null,
  match: undefined,
  title: 'Title',
  description: 'Description',
  valueOf: (name) => values[name],
});

describe('the ExtraParameters of a mail', () => {
  const textWith = (ExtraParameters: string, Value: string): string =>
    composeMail(orderOf({ Template: 'Detailed', ExtraParameters }, { Value }), '').text;

  it('become facts even if a packet contains quotes', () => {
    const text = textWith('{"Reading":"{{Value}}","{{Value}}":1}', 'disk "C" is full');
    expect(text).toContain('Reading: disk "C" is full');
    expect(text).toContain('disk "C" is full: 1');
  });

  it('get no additional facts from a packet', () => {
    const Value = '1","Approved by":"Security';
    expect(textWith('{"Reading":"{{Value}}"}', Value)).toContain(`Reading: ${Value}`);
    expect(textWith('{{Value}}', '{"Approved by":"Security"}')).toContain('{"Approved by":"Security"}');
  });

  it('may have placeholders outside of quotes', () => {
    const text = textWith('{"Count": {{Value}}, "Say \\"{{Value}}\\"":[]}', '1, "Approved by": "Security"');
    expect(text).toContain('Count: 1, "Approved by": "Security"');
    expect(text).toContain('Say "1, "Approved by": "Security""');
  });

  it('become a paragraph if they are not JSON', () => {
    expect(textWith('Read at {{Value}}.', 'noon')).toContain('Read at noon.');
    expect(textWith('{{Value}}', 'noon')).toMatch(/^noon$/m);
  });
});

describe('the subject of a mail', () => {
  it.each(['None', 'Detailed'])('is truncated to 400 characters, and the mail contains all of it: %s', (Template) => {
    const long = `${'x'.repeat(398)} the rest`;
    const mail = composeMail(orderOf({ Subject: long, Template }), '');
    expect(mail.subject).toBe(`${'x'.repeat(398)} t`);
    expect(mail.text).toContain(long);
  });

  it('is not cut within a surrogate pair', () => {
    const { subject } = composeMail(orderOf({ Subject: `${'x'.repeat(399)}😀` }), '');
    expect(subject).toHaveLength(400);
    expect(subject.isWellFormed()).toBe(true);
  });
});

describe('the recipients of a mail', () => {
  const toOf = (To: string) => composeMail(orderOf({ To }), 'usual@example.com').to;

  it('may have names', () => {
    expect(toOf('Ops <ops@example.com>; "Doe, Jane" < jane@example.com > , third@example.com')).toEqual([
      'ops@example.com',
      'jane@example.com',
      'third@example.com',
    ]);
    expect(toOf('Ops <ops@example.com> more; <a b@example.com>; Ops ops@example.com')).toEqual([]);
  });

  it('are missing for the reported reason', () => {
    const against = (To: string, usual: string) => {
      const order = orderOf({ To });
      return missingRecipientReason(order, composeMail(order, usual));
    };
    expect(against('Ops', 'usual@example.com')).toBe('To contains no mail address.');
    expect(against('', '')).toBe('The tenant has no internal notification address.');
    expect(against('', 'usual@example.com')).toBeUndefined();
  });
});
