import { describe, expect, it } from 'vitest';
import { parseApply } from './apply-parser.ts';
import { parseExpand } from './expand-parser.ts';
import { parseFilter } from './expression-parser.ts';
import { defaultLimits } from './limits.ts';
import { parseOrderBy } from './orderby-parser.ts';
import { printExpression } from './print-expression.ts';

const read = (text: string, aliases: Readonly<Record<string, string>> = {}) =>
  parseFilter(text, defaultLimits, new Map(Object.entries(aliases)));

describe('a parameter alias', () => {
  it.each([
    ['name eq @p', { p: "'x'" }, "name eq 'x'"],
    ['contains(name,@p) or @p eq note', { p: "'x'" }, "contains(name,'x') or 'x' eq note"],
    ['rank gt @a', { a: '@b add 1', b: '2' }, 'rank gt 2 add 1'],
    ['rank mul @a', { a: '1 add 2' }, 'rank mul (1 add 2)'],
    ['rank in @list', { list: '(1,2)' }, 'rank in (1,2)'],
    ['parts/any(x:x/weight eq @p)', { p: 'rank' }, 'parts/any(x:x/weight eq rank)'],
    ['name eq @p', {}, 'name eq null'],
    ['name eq @__proto__', {}, 'name eq null'],
  ])('is replaced by its value: %s', (text, aliases, meant) => {
    expect(printExpression(read(text, aliases))).toBe(printExpression(parseFilter(meant)));
  });

  it('is read in every option that contains expressions', () => {
    const aliases = new Map([['p', "'x'"]]);
    expect(parseOrderBy('name eq @p desc', defaultLimits, aliases)).toMatchObject([{ direction: 'desc' }]);
    expect(parseExpand('parts($filter=label eq @p)', defaultLimits, aliases)).toMatchObject([
      { options: { filter: { right: { value: 'x' } } } },
    ]);
    expect(parseApply('filter(name eq @p)', defaultLimits, aliases)).toMatchObject([
      { predicate: { right: { value: 'x' } } },
    ]);
  });

  it.each([
    ['name eq @p', { p: '@p' }, "In the alias '@p': The alias '@p' refers to itself."],
    ['name eq @p', { p: '(@q)', q: 'length(@p)' }, "In the alias '@q': The alias '@p' refers to itself."],
    ['name eq @p', { p: "'x" }, "In the alias '@p': The string is not closed."],
    ['name eq @p', { p: '' }, "In the alias '@p': Unexpected end of text, expected a property."],
    ['name eq @p', { p: "'x' or true)" }, "In the alias '@p': Unexpected ')', expected the end."],
    ['parts/any(x:@p)', { p: 'x/' }, "In the alias '@p': Unexpected end of text, expected a property."],
  ])('is rejected at its position: %s', (text, aliases, message) => {
    expect(() => read(text, aliases)).toThrow(expect.objectContaining({ message, position: text.indexOf('@') }));
  });

  it('does not resolve lambda variables in scope', () => {
    expect(read('parts/any(x:@p eq 1)', { p: 'x/weight' })).toMatchObject({
      predicate: { left: { segments: ['x', 'weight'] } },
    });
  });

  it('counts towards the limits as if written inline', () => {
    const aliases = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`a${n}`, `@a${n + 1} add @a${n + 1}`]));
    expect(() => read('@a0 eq 1', aliases)).toThrow('There are more than 2000 terms and operators.');
    const long = Array.from({ length: 300 }, () => 'name in @p').join(' or ');
    expect(() => read(long, { p: `('${'x'.repeat(200)}')` })).toThrow(
      'There are more than 32768 characters in aliases.',
    );
  });
});
