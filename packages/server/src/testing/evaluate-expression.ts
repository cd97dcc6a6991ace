import type { Binary, Call, Expression, Lambda, Literal, Path } from '@cfs/odata';
import { fixtureMakers, kinds, type MakerRow, type PartRow, type SampleRow } from './odata-fixture.ts';
import { fold } from './fold.ts';
import { systemTenantId } from '../platform/context.ts';

/** The value of an expression in memory: times as milliseconds, enumerations as numbers. */
type Plain = string | number | boolean | null;

interface Frame {
  readonly row: SampleRow;
  readonly variables: ReadonlyMap<string, PartRow>;
  readonly now: Date;
}

const makerOf = (row: SampleRow): MakerRow | undefined =>
  fixtureMakers.find((maker) => maker.makerId === row.makerId && maker.tenantId === row.tenantId) ??
  fixtureMakers.find((maker) => maker.makerId === row.makerId && maker.tenantId === systemTenantId);

const fields: ReadonlyMap<string, (row: SampleRow) => Plain> = new Map<string, (row: SampleRow) => Plain>([
  ['name', (row) => row.name],
  ['note', (row) => row.note],
  ['rank', (row) => row.rank],
  ['big', (row) => row.big],
  ['price', (row) => row.price],
  ['isOpen', (row) => row.isOpen],
  ['moment', (row) => (row.moment === null ? null : Date.parse(row.moment))],
  ['kind', (row) => (row.kind === null ? null : kinds[row.kind])],
  ['maker/name', (row) => makerOf(row)?.name ?? null],
]);

const follow = (frame: Frame, path: Path): Plain => {
  if (path.count) return frame.row.parts.length;
  const part = path.variable === undefined ? undefined : frame.variables.get(path.variable);
  if (part) return path.segments[0] === 'weight' ? part.weight : part.label;
  const read = fields.get(path.segments.join('/'));
  if (!read) throw new Error(`The fixture has no ${path.segments.join('/')}.`);
  return read(frame.row);
};

const plain = (literal: Literal): Plain => {
  switch (literal.type) {
    case 'integer':
    case 'decimal':
      return Number(literal.value);
    case 'dateTimeOffset':
      return Date.parse(literal.value);
    case 'date':
      return Date.parse(`${literal.value}T00:00:00Z`);
    case 'enum':
    case 'string':
      return Object.hasOwn(kinds, literal.value) ? kinds[literal.value as keyof typeof kinds] : literal.value;
    default:
      return literal.value;
  }
};

/** Compares texts case-insensitively. */
const isEqual = (left: Plain, right: Plain): boolean =>
  typeof left === 'string' && typeof right === 'string' ? fold(left) === fold(right) : left === right;

const order = new Intl.Collator('und', { numeric: true });
const compareTo = (left: Plain, right: Plain): number =>
  typeof left === 'string' && typeof right === 'string' ? order.compare(left, right) : Number(left) - Number(right);

const calculate = (operator: Binary['operator'], left: Plain, right: Plain): Plain => {
  if (left === null || right === null) return null;
  const [a, b] = [Number(left), Number(right)];
  switch (operator) {
    case 'add':
      return a + b;
    case 'sub':
      return a - b;
    case 'mul':
      return a * b;
    case 'div':
      return b === 0 ? null : Math.trunc(a / b);
    default:
      return b === 0 ? null : a % b;
  }
};

const binary = (frame: Frame, { operator, left, right }: Binary): Plain => {
  const [a, b] = [evaluate(frame, left), evaluate(frame, right)];
  switch (operator) {
    case 'and':
      return a === false || b === false ? false : a === null || b === null ? null : true;
    case 'or':
      return a === true || b === true ? true : a === null || b === null ? null : false;
    case 'eq':
      return isEqual(a, b);
    case 'ne':
      return !isEqual(a, b);
    case 'lt':
      return a !== null && b !== null && compareTo(a, b) < 0;
    case 'gt':
      return a !== null && b !== null && compareTo(a, b) > 0;
    case 'le':
      return a === b || (a !== null && b !== null && compareTo(a, b) <= 0);
    case 'ge':
      return a === b || (a !== null && b !== null && compareTo(a, b) >= 0);
    default:
      return calculate(operator, a, b);
  }
};

const iso = (moment: number): string => new Date(moment).toISOString();

const functions: ReadonlyMap<Call['name'], (text: string, other: string | number, third: number) => Plain> = new Map<
  Call['name'],
  (text: string, other: string | number, third: number) => Plain
>([
  ['contains', (text, part) => fold(text).includes(fold(String(part)))],
  ['startswith', (text, part) => fold(text).startsWith(fold(String(part)))],
  ['endswith', (text, part) => fold(text).endsWith(fold(String(part)))],
  ['indexof', (text, part) => text.indexOf(String(part))],
  ['length', (text) => text.length],
  ['tolower', (text) => text.toLowerCase()],
  ['toupper', (text) => text.toUpperCase()],
  ['trim', (text) => text.trim()],
  ['concat', (text, other) => text + String(other)],
  ['substring', (text, from, length) => text.substring(Number(from), Number(from) + length)],
]);

const dates: ReadonlyMap<Call['name'], (moment: number) => Plain> = new Map<Call['name'], (moment: number) => Plain>([
  ['year', (moment) => Number(iso(moment).slice(0, 4))],
  ['month', (moment) => Number(iso(moment).slice(5, 7))],
  ['day', (moment) => Number(iso(moment).slice(8, 10))],
  ['hour', (moment) => Number(iso(moment).slice(11, 13))],
  ['minute', (moment) => Number(iso(moment).slice(14, 16))],
  ['second', (moment) => Number(iso(moment).slice(17, 19))],
  ['date', (moment) => Date.parse(iso(moment).slice(0, 10))],
  ['floor', Math.floor],
  ['ceiling', Math.ceil],
  ['round', (number) => Math.sign(number) * Math.round(Math.abs(number))],
]);

const call = (frame: Frame, node: Call): Plain => {
  if (node.name === 'now') return frame.now.getTime();
  const [first, second, third] = node.arguments.map((argument) => evaluate(frame, argument));
  if (first === null || second === null || third === null) return null;
  const ofDate = dates.get(node.name);
  if (ofDate) return ofDate(Number(first));
  const ofText = functions.get(node.name);
  if (!ofText) throw new Error(`There is no ${node.name} in memory.`);
  return ofText(
    String(first),
    second === undefined || typeof second === 'boolean' ? '' : second,
    third === undefined ? Infinity : Number(third),
  );
};

const quantify = (frame: Frame, { quantifier, variable, predicate }: Lambda): boolean => {
  const holds = (part: PartRow): boolean =>
    variable === undefined || predicate === undefined
      ? true
      : evaluate({ ...frame, variables: new Map(frame.variables).set(variable, part) }, predicate) === true;
  return quantifier === 'any' ? frame.row.parts.some(holds) : frame.row.parts.every(holds);
};

const evaluate = (frame: Frame, node: Expression): Plain => {
  switch (node.kind) {
    case 'literal':
      return plain(node);
    case 'path':
      return follow(frame, node);
    case 'binary':
      return binary(frame, node);
    case 'call':
      return call(frame, node);
    case 'lambda':
      return quantify(frame, node);
    case 'in': {
      const operand = evaluate(frame, node.operand);
      return (
        Array.isArray(node.values) &&
        (node.values as readonly Literal[]).some((value) => isEqual(plain(value), operand))
      );
    }
    case 'unary': {
      const operand = evaluate(frame, node.operand);
      if (operand === null) return null;
      return node.operator === 'not' ? !operand : -Number(operand);
    }
  }
};

/** Whether a sample satisfies a filter according to the standard; the reference model for the translation to SQL. */
export const fulfils = (row: SampleRow, filter: Expression, now: Date): boolean =>
  evaluate({ row, variables: new Map(), now }, filter) === true;
