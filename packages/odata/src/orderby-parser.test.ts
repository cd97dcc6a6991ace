import { describe, expect, it } from 'vitest';
import { defaultLimits } from './limits.ts';
import { parseOrderBy } from './orderby-parser.ts';
import { printExpression } from './print-expression.ts';

function terms(text: string): string[] {
  return parseOrderBy(text).map(({ expression, direction }) => `${printExpression(expression)} ${direction}`);
}

describe('parseOrderBy', () => {
  it('reads directions case-insensitively, ascending by default', () => {
    expect(terms('a,b/c DESC, length(d)\tasc')).toEqual(['a asc', 'b/c desc', 'length(d) asc']);
  });

  it('accepts expressions and properties named like directions', () => {
    expect(terms('Cost ge Revenue desc,desc desc,Items/$count')).toEqual([
      '(Cost ge Revenue) desc',
      'desc desc',
      'Items/$count asc',
    ]);
  });

  it.each([
    ['', 0],
    ['a,', 2],
    ['a up', 2],
    ['a asc desc', 6],
    ['a,,b', 2],
  ])('reports the position of the error in %j', (text, position) => {
    expect(() => parseOrderBy(text)).toThrow(expect.objectContaining({ position, unsupported: false }));
  });

  it('rejects more terms than the limit allows', () => {
    expect(parseOrderBy('a,b,c,d,e')).toHaveLength(5);
    expect(() => parseOrderBy('a,b,c,d,e,f')).toThrow(expect.objectContaining({ position: 10 }));
    expect(() => parseOrderBy('a,b', { ...defaultLimits, orderByTerms: 1 })).toThrow('more than 1 terms');
  });
});
