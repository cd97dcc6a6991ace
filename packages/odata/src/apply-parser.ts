import { readAggregate } from './aggregate-parser.ts';
import { readExpression } from './expression-parser.ts';
import { readWhole, type Aliases, type Input } from './input.ts';
import { defaultLimits, type Limits } from './limits.ts';
import { readOrderBy } from './orderby-parser.ts';
import { readPropertyPath, refuseQualifiedName, isAtQualifiedName } from './path-parser.ts';
import { readSearch } from './search-parser.ts';
import type { AggregateTransformation, GroupByTransformation, Path, Transformation } from './tree.ts';
import { readWholeNumber } from './whole-number.ts';

type TransformationReader = (input: Input, position: number) => Transformation;

/** Readers of the arguments between the parentheses, by transformation name. */
const transformationReaders: ReadonlyMap<string, TransformationReader> = new Map<string, TransformationReader>([
  ['filter', (input, position) => ({ kind: 'filter', position, predicate: readExpression(input) })],
  ['groupby', readGroupBy],
  ['aggregate', readAggregate],
  ['orderby', (input, position) => ({ kind: 'orderby', position, items: readOrderBy(input) })],
  ['search', (input, position) => ({ kind: 'search', position, expression: readSearch(input) })],
  ['top', (input, position) => ({ kind: 'top', position, count: readWholeNumber(input) })],
  ['skip', (input, position) => ({ kind: 'skip', position, count: readWholeNumber(input) })],
]);

const unsupportedTransformations: ReadonlySet<string> = new Set([
  'addnested',
  'ancestors',
  'bottomcount',
  'bottompercent',
  'bottomsum',
  'compute',
  'concat',
  'descendants',
  'identity',
  'join',
  'nest',
  'outerjoin',
  'topcount',
  'toppercent',
  'topsum',
  'traverse',
]);

/**
 * Parses the value of `$apply`: at least one transformation, in evaluation order.
 *
 * @throws ODataSyntaxError
 */
export function parseApply(text: string, limits: Limits = defaultLimits, aliases?: Aliases): readonly Transformation[] {
  return readWhole(text, limits, readTransformations, aliases);
}

function readTransformations(input: Input): readonly Transformation[] {
  const transformations: Transformation[] = [];
  do transformations.push(readTransformation(input));
  while (input.take('/'));
  return transformations;
}

function readTransformation(input: Input): Transformation {
  if (isAtQualifiedName(input)) refuseQualifiedName(input);
  const position = input.position;
  const name = input.takeIdentifier('a transformation');
  if (unsupportedTransformations.has(name)) input.unsupported(`The transformation '${name}'`, position);
  const read = transformationReaders.get(name) ?? input.fail(`Unknown transformation '${name}'.`, position);
  input.countNode(position);
  input.expect('(');
  input.skipBlanks();
  const transformation = read(input, position);
  input.skipBlanks();
  input.expect(')');
  return transformation;
}

function readGroupBy(input: Input, position: number): GroupByTransformation {
  input.expect('(');
  input.skipBlanks();
  const properties: Path[] = [];
  do properties.push(readGroupingProperty(input));
  while (input.takeSeparator(','));
  input.skipBlanks();
  input.expect(')');
  if (!input.takeSeparator(',')) return { kind: 'groupby', position, properties };
  return { kind: 'groupby', position, properties, aggregate: readAggregateOfGroup(input) };
}

function readGroupingProperty(input: Input): Path {
  const position = input.position;
  const path = readPropertyPath(input);
  if (input.next === '(')
    input.unsupported(`'${input.text.slice(position, input.position)}(' within groupby`, position);
  input.countNode(position);
  return path;
}

function readAggregateOfGroup(input: Input): AggregateTransformation {
  const position = input.position;
  const name = input.takeIdentifier('a transformation');
  if (name !== 'aggregate') input.unsupported(`'${name}' within groupby`, position);
  input.expect('(');
  input.skipBlanks();
  const aggregate = readAggregate(input, position);
  input.skipBlanks();
  input.expect(')');
  if (input.next === '/') input.unsupported('A sequence of transformations within groupby');
  return aggregate;
}
