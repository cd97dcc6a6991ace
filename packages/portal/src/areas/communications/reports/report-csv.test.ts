import { expect, test } from 'vitest';
import { toCsv } from './report-csv.ts';

test('quotes cells if necessary and escapes formulas', () => {
  expect(
    toCsv([
      ['Title', 'a,b "c"'],
      ['Impact', '=1+1'],
      ['Lines', 'one\ntwo'],
    ]),
  ).toBe('\u{FEFF}Title,"a,b ""c"""\r\nImpact,\'=1+1\r\nLines,"one\ntwo"\r\n');
});
