import { readExpression } from './expression-parser.ts';
import { readWhole, type Aliases, type Input } from './input.ts';
import { defaultLimits, type Limits } from './limits.ts';
import { readOrderBy } from './orderby-parser.ts';
import { readSegment } from './path-parser.ts';
import { readNestedSearch } from './search-parser.ts';
import { readSelect } from './select-parser.ts';
import type { ExpandItem, ExpandOptions } from './tree.ts';
import { readWholeNumber } from './whole-number.ts';

type OptionReader = (input: Input, depth: number) => ExpandOptions;

const optionReaders: ReadonlyMap<string, OptionReader> = new Map<keyof ExpandOptions, OptionReader>([
  ['filter', (input) => ({ filter: readExpression(input) })],
  ['orderby', (input) => ({ orderby: readOrderBy(input) })],
  ['select', (input) => ({ select: readSelect(input) })],
  ['expand', (input, depth) => ({ expand: readExpand(input, depth) })],
  ['search', (input) => ({ search: readNestedSearch(input) })],
  ['top', (input) => ({ top: readWholeNumber(input) })],
  ['skip', (input) => ({ skip: readWholeNumber(input) })],
  ['count', (input) => ({ count: readBoolean(input) })],
  ['levels', (input) => ({ levels: readLevels(input) })],
]);
const unsupportedOptions: ReadonlySet<string> = new Set(['apply', 'compute']);

/**
 * Parses the value of `$expand`: at least one item; repeated items are kept.
 *
 * @throws ODataSyntaxError
 */
export function parseExpand(text: string, limits: Limits = defaultLimits, aliases?: Aliases): readonly ExpandItem[] {
  return readWhole(text, limits, (input) => readExpand(input, 0), aliases);
}

/** Reads comma-separated items at nesting level `depth`. */
function readExpand(input: Input, depth: number): readonly ExpandItem[] {
  const items: ExpandItem[] = [];
  do items.push(readItem(input, depth));
  while (input.takeSeparator(','));
  return items;
}

function readItem(input: Input, depth: number): ExpandItem {
  const position = input.position;
  if (input.take('*')) return readStar(input, position, depth);
  const segments: string[] = [];
  do {
    if (input.next === '*') input.unsupported("'*' after a path");
    checkDepth(input, depth + segments.length + 1, input.position);
    segments.push(readSegment(input, segments.length));
  } while (input.take('/'));
  return { kind: 'expandItem', position, segments, options: readOptions(input, depth + segments.length) };
}

function readStar(input: Input, position: number, depth: number): ExpandItem {
  checkDepth(input, depth + 1, position);
  if (input.next === '/') input.unsupported("A path after '*'");
  const optionsPosition = input.position;
  const options = readOptions(input, depth + 1);
  if (Object.keys(options).some((name) => name !== 'levels')) {
    input.fail("'*' accepts no option except '$levels'.", optionsPosition);
  }
  return { kind: 'expandItem', position, segments: [], star: true, options };
}

function checkDepth(input: Input, depth: number, position: number): void {
  if (depth > input.limits.expandDepth) input.exceeded(`${input.limits.expandDepth} levels of expansion`, position);
}

/**
 * Reads `($filter=…;top=5)`. The dollar sign is optional, names are case-insensitive; without a parenthesis nothing is
 * read.
 */
function readOptions(input: Input, depth: number): ExpandOptions {
  if (!input.take('(')) return {};
  let options: ExpandOptions = {};
  const seen = new Set<string>();
  do {
    if (input.next === '@') input.unsupported('A parameter alias');
    const start = input.position;
    input.take('$');
    const name = input.takeIdentifier('an option').toLowerCase();
    if (unsupportedOptions.has(name)) input.unsupported(`The option '$${name}' within an expansion`, start);
    const read = optionReaders.get(name) ?? input.fail(`'${name}' is not an option of $expand.`, start);
    if (seen.has(name)) input.fail(`The option '$${name}' appears twice.`, start);
    seen.add(name);
    input.expect('=');
    options = { ...options, ...read(input, depth) };
  } while (input.takeSeparator(';'));
  input.expect(')');
  return options;
}

function readBoolean(input: Input): boolean {
  if (input.takeWord('true')) return true;
  return input.takeWord('false') ? false : input.unexpected("'true' or 'false'");
}

function readLevels(input: Input): number | 'max' {
  if (input.takeWord('max')) return 'max';
  if (input.next === '0') input.unexpected("a number of at least 1 or 'max'");
  return readWholeNumber(input);
}
