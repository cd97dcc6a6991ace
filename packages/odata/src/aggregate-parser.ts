import { readExpression } from './expression-parser.ts';
import type { Input } from './input.ts';
import { refuseQualifiedSegment, isAtQualifiedName } from './path-parser.ts';
import type { AggregateItem, AggregateMethod, AggregateTransformation, Expression } from './tree.ts';

const methods: ReadonlyMap<string, AggregateMethod> = new Map(
  (['sum', 'min', 'max', 'average', 'countdistinct'] as const).map((method) => [method, method]),
);

/** Reads the arguments of `aggregate(...)`. */
export function readAggregate(input: Input, position: number): AggregateTransformation {
  const items: AggregateItem[] = [];
  do items.push(readItem(input));
  while (input.takeSeparator(','));
  return { kind: 'aggregate', position, items };
}

function readItem(input: Input): AggregateItem {
  const position = input.position;
  const expression = readAggregated(input);
  const isCount = expression.kind === 'path' && expression.count === true;
  if (!isCount) expectWith(input, expression);
  const method = isCount ? 'count' : readMethod(input);
  return { kind: 'aggregateItem', position, expression, method, alias: readAlias(input) };
}

function readAggregated(input: Input): Expression {
  const position = input.position;
  if (isAtQualifiedName(input)) refuseQualifiedSegment(input);
  if (!input.take('$count')) return readExpression(input);
  input.countNode(position);
  return { kind: 'path', position, segments: [], count: true };
}

/** A path without `with <method>` would be a custom aggregate; this package supports none. */
function expectWith(input: Input, expression: Expression): void {
  const isAtEnd = !input.skipBlanks() && (input.next === ',' || input.next === ')');
  const name = input.peekIdentifier();
  if (expression.kind === 'path' && (isAtEnd || name === 'as' || name === 'from')) {
    input.unsupported('A custom aggregate');
  }
  if (name !== 'with') input.unexpected("'with'");
  input.takeIdentifier("'with'");
  input.expectBlanks();
}

function readMethod(input: Input): AggregateMethod {
  const start = input.position;
  const name = input.takeIdentifier('a method');
  if (input.next === '.') input.unsupported('A custom aggregation method', start);
  return methods.get(name) ?? input.fail(`There is no aggregation method '${name}'.`, start);
}

function readAlias(input: Input): string {
  input.expectBlanks();
  const keyword = input.peekIdentifier();
  if (keyword === 'from') input.unsupported("'from' within aggregate");
  if (keyword !== 'as') input.unexpected("'as'");
  input.takeIdentifier("'as'");
  input.expectBlanks();
  return input.takeIdentifier('an alias');
}
