import { expect, test } from 'vitest';
import { findSenderFault } from './find-sender-fault.ts';

const header = (value: string) => ({ key: 'authentication-results', line: `Authentication-Results: ${value}` });
const fault = (...values: string[]) => findSenderFault(values.map(header), 'mx.example.com', 'anna@contoso.example');

test.each([
  ['DMARC', 'mx.example.com; dmarc=pass (p=reject) header.from=contoso.example'],
  [
    'DMARC in folded lines',
    'MX.example.com 1;\r\n\tspf=fail smtp.mailfrom=a@b.example;\r\n\tdmarc=pass header.from=contoso.example',
  ],
  ['SPF of the domain', 'mx.example.com; dmarc=none; spf=pass smtp.mailfrom=bounce@contoso.example'],
  ['SPF of a subdomain', 'mx.example.com; spf=pass smtp.mailfrom=bounce@mail.contoso.example'],
  ['DKIM', 'mx.example.com; dkim=fail header.d=other.example; dkim=pass header.d=contoso.example header.s=s1'],
  ['DKIM by its identity', 'mx.example.com; dkim=pass header.i=@contoso.example'],
  ['a sign-in at the mail server', 'mx.example.com; auth=pass (plain) smtp.auth=anna@contoso.example'],
])('accepts a sender authenticated by %s', (_name, value) => {
  expect(fault(value)).toBeUndefined();
});

test.each([
  ['without results', [], 'The mail has no Authentication-Results of mx.example.com.'],
  ['with results of another server', ['mx.evil.example; dmarc=pass header.from=contoso.example'], 'The mail has no'],
  [
    'with results that name the server only in a comment',
    ['mx.evil.example (mx.example.com); dmarc=pass'],
    'The mail has no',
  ],
  [
    'that fails DMARC although SPF passes',
    ['mx.example.com; spf=pass smtp.mailfrom=a@contoso.example; dmarc=fail'],
    'DMARC of',
  ],
  ['with DMARC of another domain', ['mx.example.com; dmarc=pass header.from=evil.example'], 'DMARC of'],
  ['with SPF of another domain', ['mx.example.com; spf=pass smtp.mailfrom=a@evil.example'], 'Neither SPF nor DKIM'],
  [
    'with SPF of a domain that only has the same ending',
    ['mx.example.com; spf=pass smtp.mailfrom=a@xcontoso.example'],
    'Neither',
  ],
  ['with DKIM of another domain', ['mx.example.com; dkim=pass header.d=evil.example'], 'Neither SPF nor DKIM'],
  [
    'with its own results below those of the server',
    ['mx.example.com; dmarc=fail', 'mx.example.com; dmarc=pass'],
    'DMARC of',
  ],
  ['with malformed results', ['mx.example.com; ;;="'], 'Neither SPF nor DKIM'],
])('refuses a sender %s', (_name, values, reason) => {
  expect(fault(...values)).toContain(reason);
});
