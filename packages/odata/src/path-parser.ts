import type { Input } from './input.ts';
import type { Lambda, Path } from './tree.ts';

const dollarSegment = /\$(?:count|filter|ref|value)(?![\p{L}\p{N}_])/uy;

interface MemberPath {
  readonly path: Path;
  /** Set when a lambda follows; the input is then at its opening parenthesis. */
  readonly quantifier?: Lambda['quantifier'];
}

/** Reads `a/b`, `a/$count`, `variable/a`, or `a/any` and `a/all` up to the opening parenthesis. */
export function readMemberPath(input: Input): MemberPath {
  const position = input.position;
  const variable = takeVariable(input);
  const segments = variable === undefined ? [readSegment(input, 0)] : [];
  const start = { kind: 'path', position, ...(variable === undefined ? {} : { variable }) } as const;
  while (input.take('/')) {
    if (takeCount(input)) return { path: { ...start, segments, count: true } };
    const quantifier = takeQuantifier(input);
    if (quantifier !== undefined) return { path: { ...start, segments }, quantifier };
    segments.push(readSegment(input, segments.length));
    if (input.next === '(') input.unsupported('A function or key within a path');
  }
  return { path: { ...start, segments } };
}

/** Reads a path of property names alone: `a/b`. */
export function readPropertyPath(input: Input): Path {
  const position = input.position;
  const segments = readSegments(input);
  return { kind: 'path', position, segments };
}

/** Reads slash-separated names. */
export function readSegments(input: Input): readonly string[] {
  const segments: string[] = [];
  do segments.push(readSegment(input, segments.length));
  while (input.take('/'));
  return segments;
}

/** Reads the path segment at `index`. Segments other than plain names are rejected. */
export function readSegment(input: Input, index: number): string {
  if (input.next === '@') input.unsupported('An annotation');
  if (input.next === '$') refuseDollarSegment(input, index);
  if (isAtQualifiedName(input)) {
    if (index > 0) refuseQualifiedSegment(input);
    refuseQualifiedName(input);
  }
  const start = input.position;
  const name = input.takeIdentifier('a property');
  if (index >= input.limits.pathSegments) {
    input.exceeded(`${input.limits.pathSegments} names in one path`, start);
  }
  return name;
}

/** Takes `Namespace.Name` with any number of dots, including none. */
export function takeQualifiedName(input: Input): string {
  const start = input.position;
  do input.takeIdentifier('a name');
  while (input.take('.'));
  return input.text.slice(start, input.position);
}

/** Whether a dotted name follows. */
export function isAtQualifiedName(input: Input): boolean {
  const name = input.peekIdentifier();
  return name !== '' && input.text.charAt(input.position + name.length) === '.';
}

/** Rejects an expression that begins with a qualified function or type name; a type alone is not an expression. */
export function refuseQualifiedName(input: Input): never {
  const start = input.position;
  takeQualifiedName(input);
  if (input.next !== '(' && input.next !== '/') input.unexpected("'(' or '/'");
  input.position = start;
  return refuseQualifiedSegment(input);
}

/** Rejects a qualified function or type name within a path. */
export function refuseQualifiedSegment(input: Input): never {
  const start = input.position;
  const name = takeQualifiedName(input);
  return input.unsupported(input.next === '(' ? `The function '${name}'` : `A cast to '${name}'`, start);
}

function takeVariable(input: Input): string | undefined {
  const name = input.peekIdentifier();
  if (!input.variables.includes(name)) return undefined;
  input.position += name.length;
  return name;
}

function takeCount(input: Input): boolean {
  if (!input.take('$count')) return false;
  if (input.next === '(') input.unsupported("An option after '$count'");
  return true;
}

function takeQuantifier(input: Input): Lambda['quantifier'] | undefined {
  const name = input.peekIdentifier();
  if (input.text.charAt(input.position + name.length) !== '(') return undefined;
  const quantifier = name.toLowerCase();
  if (quantifier !== 'any' && quantifier !== 'all') return undefined;
  input.position += name.length;
  return quantifier;
}

/** Segments that may continue a path; `$value` may also be a whole `$expand` item. */
function refuseDollarSegment(input: Input, index: number): never {
  dollarSegment.lastIndex = input.position;
  const name = dollarSegment.exec(input.text)?.[0];
  if (name === undefined || (index === 0 && name !== '$value')) input.unexpected('a property');
  return input.unsupported(`'${name}' in a path`);
}
