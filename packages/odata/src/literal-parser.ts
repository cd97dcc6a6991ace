import { Cursor } from './cursor.ts';
import { readWhole, type Input } from './input.ts';
import { defaultLimits, type Limits } from './limits.ts';
import {
  binaryPattern,
  dateTimeOffsetPattern,
  datePattern,
  durationPattern,
  guidPattern,
  numberPattern,
  timeOfDayPattern,
  type LiteralPattern,
} from './literal-patterns.ts';
import { takeQualifiedName } from './path-parser.ts';
import type { Literal } from './tree.ts';

const startOfGuid = /[0-9a-f]{8}-/iy;
const startOfNumberLike = /[+-]?\d/y;
const negativeLiteral = /-(?:\d|INF(?![\p{L}\p{N}_/(.']))/uy;
const infinity = /(?:-?INF|NaN)(?![\p{L}\p{N}_/(.'])/uy;
const wholeNumber = /[+-]?\d+/y;
const continuation = /[\p{L}\p{N}_.:'+-]/uy;

const numberLikeForms = [
  { type: 'guid', pattern: guidPattern },
  { type: 'dateTimeOffset', pattern: dateTimeOffsetPattern },
  { type: 'date', pattern: datePattern },
  { type: 'timeOfDay', pattern: timeOfDayPattern },
  { type: 'number', pattern: numberPattern },
] as const;

/**
 * Parses a text that is exactly one literal.
 *
 * @throws ODataSyntaxError
 */
export function parseLiteral(text: string, limits: Limits = defaultLimits): Literal {
  return readWhole(text, limits, expectLiteral);
}

/** Reads a required literal. */
export function expectLiteral(input: Input): Literal {
  return readLiteral(input) ?? input.unexpected('a literal');
}

/** Whether a minus at the current position belongs to a number or date. */
export function isAtNegativeLiteral(input: Input): boolean {
  return standsHere(negativeLiteral, input);
}

/** Reads an optional literal; without one it takes nothing. */
export function readLiteral(input: Input): Literal | undefined {
  const start = input.position;
  if (input.next === "'") {
    const value = readQuoted(input);
    return { kind: 'literal', position: start, type: 'string', value, text: input.text.slice(start, input.position) };
  }
  if (standsHere(startOfNumberLike, input) || standsHere(startOfGuid, input)) return readNumberLike(input);
  if (standsHere(infinity, input)) return readInfinity(input);
  if (input.peekIdentifier() === '') return undefined;

  const name = takeQualifiedName(input);
  const literal = input.next === "'" ? readPrefixed(input, name, start) : wordLiteral(input, name, start);
  if (literal === undefined) input.position = start;
  return literal;
}

function wordLiteral(input: Input, name: string, position: number): Literal | undefined {
  if (input.next === '(' || input.next === '/') return undefined;
  const common = { kind: 'literal', position, text: name } as const;
  if (name === 'null') return { ...common, type: 'null', value: null };
  const lowerCase = name.toLowerCase();
  if (lowerCase !== 'true' && lowerCase !== 'false') return undefined;
  return { ...common, type: 'boolean', value: lowerCase === 'true' };
}

/** Reads the quoted part after a type prefix or the name of an enumeration type, if there is one. */
function readPrefixed(input: Input, name: string, start: number): Literal | undefined {
  if (name.includes('.')) return readEnum(input, name, start);
  switch (name.toLowerCase()) {
    case 'duration':
      return readPatterned(input, 'duration', durationPattern, start);
    case 'binary':
      return readPatterned(input, 'binary', binaryPattern, start);
    case 'geography':
    case 'geometry':
      return input.unsupported(`A ${name.toLowerCase()} literal`, start);
    default:
      return undefined;
  }
}

function readEnum(input: Input, typeName: string, position: number): Literal {
  input.expect("'");
  const from = input.position;
  do {
    if (input.peekIdentifier() !== '') input.takeIdentifier('a member');
    else takeWholeNumber(input);
  } while (input.take(','));
  const value = input.text.slice(from, input.position);
  input.expect("'");
  const text = input.text.slice(position, input.position);
  return { kind: 'literal', position, type: 'enum', typeName, value, text };
}

function takeWholeNumber(input: Input): void {
  const taken = matchHere(wholeNumber, input) ?? input.unexpected('a member');
  input.position += taken.length;
}

function readInfinity(input: Input): Literal {
  const position = input.position;
  const text = matchHere(infinity, input) ?? '';
  input.position += text.length;
  return { kind: 'literal', position, type: 'decimal', value: text, text };
}

/** Reads a single-quoted string, in which a quote is escaped by doubling it. */
export function readQuoted(input: Input): string {
  input.expect("'");
  const from = input.position;
  for (;;) {
    const quote = input.text.indexOf("'", input.position);
    if (quote < 0) input.fail('The string is not closed.', input.text.length);
    input.position = quote + 1;
    if (!input.take("'")) return input.text.slice(from, quote).replaceAll("''", "'");
  }
}

function readPatterned(input: Input, type: 'duration' | 'binary', pattern: LiteralPattern, start: number): Literal {
  input.expect("'");
  const from = input.position;
  const cursor = new Cursor(input.text, from);
  if (!pattern(cursor) || input.text.charAt(cursor.position) !== "'") {
    input.fail(`The ${type} is malformed.`, cursor.farthest);
  }
  input.position = cursor.position + 1;
  const inner = input.text.slice(from, cursor.position);
  const value = type === 'duration' ? inner.toUpperCase() : inner.replace(/=+$/, '');
  return { kind: 'literal', position: start, type, value, text: input.text.slice(start, input.position) };
}

/** Takes the longest pattern that matches; the offending character is the first that no pattern accepts. */
function readNumberLike(input: Input): Literal {
  const start = input.position;
  let longest: { type: (typeof numberLikeForms)[number]['type']; end: number } | undefined;
  let farthest = start;
  for (const { type, pattern } of numberLikeForms) {
    const cursor = new Cursor(input.text, start);
    const matches = pattern(cursor);
    farthest = Math.max(farthest, cursor.farthest);
    if (matches && cursor.position > (longest?.end ?? start)) longest = { type, end: cursor.position };
    // No other pattern continues one of these.
    if (matches && (type === 'guid' || type === 'dateTimeOffset')) break;
  }
  if (longest === undefined) input.fail('The literal is malformed.', farthest);
  input.position = longest.end;
  if (standsHere(continuation, input)) input.fail('The literal is malformed.', farthest);

  const text = input.text.slice(start, longest.end);
  const common = { kind: 'literal', position: start, text } as const;
  switch (longest.type) {
    case 'guid':
      return { ...common, type: 'guid', value: text.toLowerCase() };
    case 'timeOfDay':
      return { ...common, type: 'timeOfDay', value: text };
    case 'date':
    case 'dateTimeOffset':
      checkDay(input, start);
      return { ...common, type: longest.type, value: text.toUpperCase() };
    case 'number':
      return { ...common, type: /[.e]/i.test(text) ? 'decimal' : 'integer', value: text.replace(/^\+/, '') };
  }
}

/** Rejects days that the month does not have, such as 29 February outside leap years. */
function checkDay(input: Input, start: number): void {
  const [, year = '', month, day] = /-?(\d+)-(\d\d)-(\d\d)/.exec(input.text.slice(start, input.position)) ?? [];
  const lastDigits = Number(year.slice(-4));
  const isLeapYear = lastDigits % 4 === 0 && (lastDigits % 100 !== 0 || lastDigits % 400 === 0);
  const lastDay = month === '02' ? (isLeapYear ? 29 : 28) : ['04', '06', '09', '11'].includes(month ?? '') ? 30 : 31;
  if (Number(day) > lastDay) {
    input.fail('The month has no such day.', input.text.indexOf(`-${month}-${day}`, start) + 4);
  }
}

function matchHere(pattern: RegExp, input: Input): string | undefined {
  pattern.lastIndex = input.position;
  return pattern.exec(input.text)?.[0];
}

function standsHere(pattern: RegExp, input: Input): boolean {
  return matchHere(pattern, input) !== undefined;
}
