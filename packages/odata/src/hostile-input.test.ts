import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseApply } from './apply-parser.ts';
import { parseExpand } from './expand-parser.ts';
import { parseFilter } from './expression-parser.ts';
import { parseFunctionCall } from './function-call-parser.ts';
import { defaultLimits } from './limits.ts';
import { parseLiteral } from './literal-parser.ts';
import { parseOrderBy } from './orderby-parser.ts';
import { parseSearch } from './search-parser.ts';
import { parseSelect } from './select-parser.ts';
import { ODataSyntaxError } from './syntax-error.ts';

const parsers: readonly ((text: string) => unknown)[] = [
  parseApply,
  parseExpand,
  parseFilter,
  parseFunctionCall,
  parseLiteral,
  parseOrderBy,
  parseSearch,
  parseSelect,
];

const fragments = fc.constantFrom(
  ...[
    'a',
    'b/c',
    'x:',
    'any(',
    'all(',
    'not ',
    ' in ',
    '(',
    ')',
    ',',
    ';',
    '/',
    '$',
    '$count',
    '@',
    "'",
    '"',
    ' ',
    '\t',
  ],
  ...[
    '1',
    '-',
    '+',
    '.',
    '2012-09-03',
    'T',
    '12:',
    ' eq ',
    ' and ',
    ' sub ',
    'null',
    "duration'",
    "Ns.T'",
    'contains(',
  ],
  ...[
    'filter(',
    'groupby((',
    'aggregate(',
    ' with sum',
    ' as b',
    '($filter=',
    '$expand=',
    'NOT ',
    ' OR ',
    '\0',
    '\ud800',
  ],
);
const odataLikeText = fc.array(fragments, { maxLength: 40 }).map((parts) => parts.join(''));

/** The parsed tree or the ODataSyntaxError; any other error fails the test. */
function outcome(parse: (text: string) => unknown, text: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    expect(error).toBeInstanceOf(ODataSyntaxError);
    return error;
  }
}

function countNodes(tree: unknown): number {
  if (typeof tree !== 'object' || tree === null) return 0;
  const own = 'kind' in tree ? 1 : 0;
  return Object.values(tree).reduce((sum: number, child) => sum + countNodes(child), own);
}

describe('hostile input', () => {
  it.each(parsers.map((parse) => [parse.name, parse] as const))(
    'fails only with a syntax error: %s',
    (_name, parse) => {
      fc.assert(
        fc.property(fc.oneof(odataLikeText, fc.string({ unit: 'binary' }), fc.string()), (text) => {
          const result = outcome(parse, text);
          if (result instanceof ODataSyntaxError) {
            expect(result.position).toBeGreaterThanOrEqual(0);
            expect(result.position).toBeLessThanOrEqual(text.length);
            expect(result.message).not.toBe('');
          } else {
            expect(countNodes(result)).toBeLessThanOrEqual(2 * text.length + 1);
          }
        }),
        { numRuns: 1_000 },
      );
    },
  );

  it.each(['(', 'not ', '-', 'length(', 'a and (', 'a in ('])('nested 5,000 deep is rejected: %s', (part) => {
    const error = outcome(parseFilter, part.repeat(5_000));
    expect(error).toMatchObject({ unsupported: false });
    expect((error as ODataSyntaxError).message).toMatch(/^There are more than 32 levels/);
  });

  it.each([
    [parseExpand, 'a($expand=', 20],
    [parseExpand, 'a/', 6],
    [parseApply, 'filter((', 8],
  ] as const)('nested options are rejected at their limit', (parse, part, earliest) => {
    const error = outcome(parse, part.repeat(5_000)) as ODataSyntaxError;
    expect(error).toBeInstanceOf(ODataSyntaxError);
    expect(error.position).toBeGreaterThanOrEqual(earliest);
    expect(error.position).toBeLessThan(400);
  });

  it('of 2,000 nodes is accepted and of 2,001 rejected', () => {
    const sum = (operands: number) => Array.from({ length: operands }, () => 'a').join(' add ');
    expect(countNodes(parseFilter(sum(1_000)))).toBe(1_999);
    expect(() => parseFilter(sum(1_001))).toThrow('There are more than 2000 terms and operators.');
  });

  it('in alias values fails only with a syntax error', () => {
    const name = fc.constantFrom('p', 'q', 'r');
    const part = fc.oneof(
      fragments,
      name.map((each) => `@${each}`),
    );
    const text = fc.array(part, { maxLength: 20 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, fc.dictionary(name, text), (filter, aliases) => {
        const result = outcome((each) => parseFilter(each, defaultLimits, new Map(Object.entries(aliases))), filter);
        if (result instanceof ODataSyntaxError) expect(result.position).toBeLessThanOrEqual(filter.length);
        else expect(countNodes(result)).toBeLessThanOrEqual(2_000);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ["a eq '\0'", 6],
    ["a eq '\ud800'", 6],
    ["a eq '\udc00\ud800'", 6],
    ['\ud800', 0],
  ])('with a forbidden character is rejected at its position', (text, position) => {
    for (const parse of parsers) expect(outcome(parse, text)).toMatchObject({ position, unsupported: false });
  });

  it('keeps surrogate pairs and any other valid character', () => {
    expect(parseFilter("a eq '😀\u{10ffff}\u0001'")).toMatchObject({ right: { value: '😀\u{10ffff}\u0001' } });
  });

  it('with a name that is too long is rejected at the first excess character', () => {
    expect(parseFilter('ä'.repeat(128))).toMatchObject({ kind: 'path' });
    expect(() => parseFilter('ä'.repeat(129))).toThrow(expect.objectContaining({ position: 128 }));
  });

  it('does not resolve functions or options on prototypes', () => {
    expect(() => parseFilter('constructor(a)')).toThrow("Unknown function 'constructor'.");
    expect(() => parseExpand('a($__proto__=1)')).toThrow("'__proto__' is not an option of $expand.");
    expect(() => parseApply('toString()')).toThrow("Unknown transformation 'toString'.");
  });

  it('accepts wider limits from the caller', () => {
    const deep = `${'('.repeat(100)}a${')'.repeat(100)}`;
    expect(parseFilter(deep, { ...defaultLimits, depth: 200 })).toMatchObject({ segments: ['a'] });
  });
});
