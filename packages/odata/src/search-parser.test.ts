import { describe, expect, it } from 'vitest';
import { parseSearch } from './search-parser.ts';
import type { SearchExpression } from './tree.ts';

function shape(search: SearchExpression): string {
  switch (search.kind) {
    case 'searchTerm':
      return search.phrase ? `"${search.text}"` : search.text;
    case 'searchNot':
      return `(not ${shape(search.operand)})`;
    case 'searchBinary':
      return `(${shape(search.left)} ${search.operator} ${shape(search.right)})`;
  }
}

describe('parseSearch', () => {
  it.each([
    ['blue', 'blue'],
    ['blue green', '(blue and green)'],
    ['a OR b AND c', '(a or (b and c))'],
    ['a AND b OR c d', '((a and b) or (c and d))'],
    ['(a OR b) c', '((a or b) and c)'],
    ['NOT a b', '((not a) and b)'],
    ['NOT (a b)', '(not (a and b))'],
    ['NOT NOT', '(not NOT)'],
    ['AND', 'AND'],
    ['AND OR', '(AND and OR)'],
    ['AND OR NOT', '(AND or NOT)'],
    ['a AND NOT b', '(a and (not b))'],
    ['a and b', '((a and and) and b)'],
    ['"blue green"', '"blue green"'],
    ['"a \\" b\\\\"', '"a " b\\"'],
    ["Daniel's", "Daniel's"],
    ["'a \"b ''c'", '"a "b \'c"'],
    ['Δ 08/15 a;b', '((Δ and 08/15) and a;b)'],
    [' a', 'a'],
  ])('reads %s as %s', (text, expected) => {
    expect(shape(parseSearch(text))).toBe(expected);
  });

  it.each([
    ['', 0],
    ['"blue', 5],
    ['""', 1],
    ["''", 1],
    ["'open", 5],
    ['gr(een)', 2],
    ['(a', 2],
    ['a)', 1],
    ['a ', 1],
    ['a\nb', 1],
    ["a 'b'", 2],
  ])('reports the position of the error in %j', (text, position) => {
    expect(() => parseSearch(text)).toThrow(expect.objectContaining({ position, unsupported: false }));
  });

  it('rejects nesting and terms beyond the limits', () => {
    expect(() => parseSearch('('.repeat(5_000))).toThrow('32 levels of nesting');
    expect(() => parseSearch('NOT '.repeat(5_000) + 'a')).toThrow('32 levels of nesting');
    expect(() => parseSearch('a '.repeat(5_000) + 'a')).toThrow('300 terms');
  });
});
