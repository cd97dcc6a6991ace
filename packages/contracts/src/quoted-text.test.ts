import { expect, test } from 'vitest';
import { splitQuote } from './quoted-text.ts';

test.each([
  ['no quote', 'Hello\nthere', 'Hello\nthere', ''],
  ['a quote at the end', 'Yes.\n\n> Is it hot?\n>\n> It is.\n', 'Yes.', '> Is it hot?\n>\n> It is.'],
  ['replies between quotes', '> One?\nYes.\n> Two?\nNo.', '> One?\nYes.\n> Two?\nNo.', ''],
  ['replies between quotes before a trailing quote', '> One?\nYes.\n> Two?', '> One?\nYes.', '> Two?'],
  ['only a quote', '> One\n> Two', '> One\n> Two', ''],
  ['an empty text', '', '', ''],
])('splits %s', (_name, detail, text, quote) => {
  expect(splitQuote(detail)).toEqual({ text, quote });
});
