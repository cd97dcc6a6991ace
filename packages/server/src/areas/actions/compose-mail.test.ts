import { describe, expect, it } from 'vitest';
import type { ActionOrder } from './action-order.ts';
import { againstAddressees, composeMail } from './compose-mail.ts';

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

  it('are facts also when a packet says a quote', () => {
    const text = textWith('{"Reading":"{{Value}}","{{Value}}":1}', 'disk "C" is full');
    expect(text).toContain('Reading: disk "C" is full');
    expect(text).toContain('disk "C" is full: 1');
  });

  it('have no facts that a packet adds', () => {
    const Value = '1","Approved by":"Security';
    expect(textWith('{"Reading":"{{Value}}"}', Value)).toContain(`Reading: ${Value}`);
    expect(textWith('{{Value}}', '{"Approved by":"Security"}')).toContain('{"Approved by":"Security"}');
  });

  it('may have placeholders outside of quotes', () => {
    const text = textWith('{"Count": {{Value}}, "Say \\"{{Value}}\\"":[]}', '1, "Approved by": "Security"');
    expect(text).toContain('Count: 1, "Approved by": "Security"');
    expect(text).toContain('Say "1, "Approved by": "Security""');
  });

  it('are a paragraph when they are no JSON', () => {
    expect(textWith('Read at {{Value}}.', 'noon')).toContain('Read at noon.');
    expect(textWith('{{Value}}', 'noon')).toMatch(/^noon$/m);
  });
});

describe('the subject of a mail', () => {
  it.each(['None', 'Detailed'])('has at most 400 characters, and the mail says the rest: %s', (Template) => {
    const long = `${'x'.repeat(398)} the rest`;
    const mail = composeMail(orderOf({ Subject: long, Template }), '');
    expect(mail.subject).toBe(`${'x'.repeat(398)} t`);
    expect(mail.text).toContain(long);
  });

  it('is not cut within a sign', () => {
    const { subject } = composeMail(orderOf({ Subject: `${'x'.repeat(399)}😀` }), '');
    expect(subject).toHaveLength(400);
    expect(subject.isWellFormed()).toBe(true);
  });
});

describe('the addressees of a mail', () => {
  const toOf = (To: string) => composeMail(orderOf({ To }), 'usual@example.com').to;

  it('may have names', () => {
    expect(toOf('Ops <ops@example.com>; "Doe, Jane" < jane@example.com > , third@example.com')).toEqual([
      'ops@example.com',
      'jane@example.com',
      'third@example.com',
    ]);
    expect(toOf('Ops <ops@example.com> more; <a b@example.com>; Ops ops@example.com')).toEqual([]);
  });

  it('are missed by the reason that they are', () => {
    const against = (To: string, usual: string) => {
      const order = orderOf({ To });
      return againstAddressees(order, composeMail(order, usual));
    };
    expect(against('Ops', 'usual@example.com')).toBe('To holds no mail address.');
    expect(against('', '')).toBe('The tenant has no internal notification address.');
    expect(against('', 'usual@example.com')).toBeUndefined();
  });
});
