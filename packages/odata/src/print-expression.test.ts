import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseExpression } from './expression-parser.ts';
import { defaultLimits } from './limits.ts';
import { parseLiteral } from './literal-parser.ts';
import { printExpression } from './print-expression.ts';
import type { BinaryOperator, Call, Expression, FunctionName, Lambda, Literal, Path } from './tree.ts';

const wideLimits = { ...defaultLimits, depth: 500, nodes: 10_000, lambdaDepth: 10 };
const position = 0;

const literal: fc.Arbitrary<Literal> = fc
  .oneof(
    fc.constantFrom('null', 'true', 'FALSE', 'INF', '-INF', 'NaN', '2012-09-03', '-10000-04-01', '11:22:33.5'),
    fc.constantFrom("duration'-P1DT2H'", "binary'Zm9v'", "Ns.Color'Red,-3'", '2012-09-03T22:09:02.1+02:00'),
    fc.bigInt().map(String),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
    fc.uuid(),
    fc
      .string({ unit: 'grapheme' })
      .filter((text) => !text.includes('\0'))
      .map((text) => `'${text.replaceAll("'", "''")}'`),
  )
  .map((text) => parseLiteral(text));

const property = fc.constantFrom('name', 'and', 'in', 'eq', 'desc', 'contains', 'Größe', '_x1', 'any');
const segments = fc.array(property, { minLength: 1, maxLength: 3 });

function path(variables: readonly string[]): fc.Arbitrary<Path> {
  const free = fc.tuple(segments, fc.boolean()).map(([names, counts]): Path => {
    return { kind: 'path', position, segments: names, ...(counts ? { count: true } : {}) };
  });
  if (variables.length === 0) return free;
  const bound = fc
    .tuple(fc.constantFrom(...variables), fc.array(property, { maxLength: 3 }))
    .map(([variable, names]): Path => ({ kind: 'path', position, variable, segments: names }));
  return fc.oneof(free, bound);
}

const binaryOperators: readonly BinaryOperator[] = [
  ...(['or', 'and', 'eq', 'ne', 'lt', 'le', 'gt', 'ge'] as const),
  ...(['add', 'sub', 'mul', 'div', 'mod'] as const),
];
const functionsByArguments: readonly (readonly FunctionName[])[] = [
  ['now'],
  ['length', 'tolower', 'trim', 'year', 'date', 'round'],
  ['contains', 'concat', 'substring'],
  ['substring'],
];

function expression(depth: number, variables: readonly string[]): fc.Arbitrary<Expression> {
  const leaf = fc.oneof(literal, path(variables));
  if (depth === 0) return leaf;
  const inner = expression(depth - 1, variables);
  const source = path(variables).filter(({ segments: names, count }) => names.length > 0 && count === undefined);
  const variable = `v${variables.length}`;
  return fc.oneof(
    leaf,
    fc
      .tuple(fc.constantFrom(...binaryOperators), inner, inner)
      .map(([operator, left, right]): Expression => ({ kind: 'binary', position, operator, left, right })),
    fc
      .tuple(fc.constantFrom('not' as const, 'negate' as const), inner)
      .map(([operator, operand]): Expression => ({ kind: 'unary', position, operator, operand })),
    fc
      .tuple(inner, fc.oneof(fc.array(literal, { maxLength: 4 }), source))
      .map(([operand, values]): Expression => ({ kind: 'in', position, operand, values })),
    fc
      .array(inner, { maxLength: 3 })
      .chain((values) =>
        fc
          .constantFrom(...(functionsByArguments[values.length] ?? []))
          .map((name): Call => ({ kind: 'call', position, name, arguments: values })),
      ),
    fc
      .tuple(source, fc.constantFrom('any' as const, 'all' as const), expression(depth - 1, [...variables, variable]))
      .map(([from, quantifier, predicate]): Lambda => {
        return { kind: 'lambda', position, quantifier, source: from, variable, predicate };
      }),
    source.map((from): Lambda => ({ kind: 'lambda', position, quantifier: 'any', source: from })),
  );
}

/** A copy with every position set to 0. */
function withoutPositions(tree: unknown): unknown {
  return JSON.parse(JSON.stringify(tree, (key, value: unknown) => (key === 'position' ? position : value)));
}

describe('printExpression', () => {
  it('prints text that parses to the same tree', () => {
    fc.assert(
      fc.property(expression(4, []), (tree) => {
        const parsed = parseExpression(printExpression(tree), wideLimits);
        expect(withoutPositions(parsed)).toEqual(withoutPositions(tree));
      }),
      { numRuns: 1_000 },
    );
  });

  it('prints text that prints the same again', () => {
    const text = printExpression(parseExpression("not a/b eq 'x' and c in (1,2) or d/any(x:x gt -(5))"));
    expect(text).toBe("((((not a/b) eq 'x') and (c in (1,2))) or d/any(x:(x gt (-(5)))))");
    expect(printExpression(parseExpression(text))).toBe(text);
  });
});
