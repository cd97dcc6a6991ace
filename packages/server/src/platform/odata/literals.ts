import type { Literal } from '@cfs/odata';
import type { Translation } from './translation.ts';
import { isNumeric, sqlTypes, type LiteralOperand, type Value, type ValueType } from './value.ts';

const longestNumber = 38;
const longestDuration = 100_000;

/** The type that a literal has by itself; `undefined` for null. */
export const naturalType = (translation: Translation, literal: Literal): ValueType | undefined => {
  switch (literal.type) {
    case 'null':
      return undefined;
    case 'enum':
      return 'integer';
    case 'binary':
      throw translation.unsupported('A binary literal', literal.position);
    default:
      return literal.type;
  }
};

const integer = (translation: Translation, { value, position }: Literal & { type: 'integer' }): string => {
  if (value.replace('-', '').length > longestNumber) throw translation.fault('The number is too long.', position);
  const number = BigInt(value);
  const type =
    BigInt.asIntN(32, number) === number ? 'int4' : BigInt.asIntN(64, number) === number ? 'int8' : 'numeric';
  return translation.parameters.add(number.toString(), type);
};

const specialNumbers: ReadonlyMap<string, string> = new Map([
  ['INF', 'Infinity'],
  ['-INF', '-Infinity'],
  ['NaN', 'NaN'],
]);

const decimal = (translation: Translation, { value, position }: Literal & { type: 'decimal' }): string => {
  const special = specialNumbers.get(value);
  if (special) return translation.parameters.add(special, 'numeric');
  const [digits = '', exponent = '0'] = value.toLowerCase().split('e');
  if (digits.length > 2 * longestNumber || exponent.length > 4 || Math.abs(Number(exponent)) > 308)
    throw translation.fault('The number is too long.', position);
  return translation.parameters.add(value, 'numeric');
};

const checkYear = (translation: Translation, text: string, position: number): void => {
  if (!/^\d{4}-/.test(text) || text.startsWith('0000'))
    throw translation.fault('The year lies outside 0001 to 9999.', position);
};

const instantPattern = /^(?<minute>.{16})(?::(?<second>\d\d))?(?:\.(?<fraction>\d+))?(?<zone>Z|[+-]\d\d:\d\d)$/i;

/** The form in which clients write almost every time; PostgreSQL takes it as it stands. */
const usualInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:[0-5]\d(\.\d{1,6})?Z$/;

/** The instant in UTC, to the microsecond that PostgreSQL keeps. */
const instant = (translation: Translation, { value, position }: Literal & { type: 'dateTimeOffset' }): string => {
  checkYear(translation, value, position);
  if (usualInstant.test(value) && !Number.isNaN(Date.parse(value)))
    return translation.parameters.add(value, 'timestamptz');
  const parts = instantPattern.exec(value)?.groups;
  const start = Date.parse(`${parts?.['minute']}:00${parts?.['zone']?.toUpperCase()}`);
  if (!parts || Number.isNaN(start)) throw translation.fault('The time does not exist.', position);
  const moment = new Date(start + Number(parts['second'] ?? 0) * 1_000).toISOString();
  checkYear(translation, moment, position);
  return translation.parameters.add(`${moment.slice(0, 19)}.${(parts['fraction'] ?? '0').slice(0, 6)}Z`, 'timestamptz');
};

const durationPattern = /^(-?)P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/i;

const duration = (translation: Translation, text: string, position: number): string => {
  const parts = durationPattern.exec(text);
  if (!parts) throw translation.fault('This is not a duration.', position);
  const [, sign = '', days, hours, minutes, seconds] = parts;
  const total =
    Number(days ?? 0) * 86_400 + Number(hours ?? 0) * 3_600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0);
  if (total > longestDuration * 86_400) throw translation.fault('The duration is too long.', position);
  return translation.parameters.add(`${sign}${total.toFixed(6)} seconds`, 'interval');
};

/** A literal as a parameter of the type, or a fault when it cannot be one. */
export const literalSql = (translation: Translation, { literal }: LiteralOperand, type: ValueType): string => {
  const { parameters } = translation;
  if (literal.type === 'null') return `null::${sqlTypes[type]}`;
  if (literal.type === 'integer' && type === 'double') return parameters.add(Number(literal.value), 'float8');
  if (literal.type === 'integer' && isNumeric(type)) return integer(translation, literal);
  if (literal.type === 'decimal' && type === 'double')
    return parameters.add(Number(literal.value.replace('INF', 'Infinity')), 'float8');
  if (literal.type === 'decimal' && isNumeric(type)) return decimal(translation, literal);
  if (literal.type === 'date' && (type === 'date' || type === 'dateTimeOffset')) {
    checkYear(translation, literal.value, literal.position);
    return type === 'date'
      ? parameters.add(literal.value, 'date')
      : parameters.add(`${literal.value}T00:00:00Z`, 'timestamptz');
  }
  if ((literal.type === 'duration' || literal.type === 'string') && type === 'duration')
    return duration(translation, literal.value, literal.position);
  if (literal.type !== type) throw mismatch(translation, literal, type);
  switch (literal.type) {
    case 'boolean':
      return String(literal.value);
    case 'dateTimeOffset':
      return instant(translation, literal);
    default:
      return parameters.add(literal.value, sqlTypes[type]);
  }
};

const mismatch = (translation: Translation, literal: Literal, type: ValueType): Error =>
  translation.fault(`${literal.text} is not of the type ${type}.`, literal.position);

/** The number that a literal means for an enumeration: by name, with or without prefix, or by number. */
export const memberSql = (
  translation: Translation,
  { literal }: LiteralOperand,
  enumeration: NonNullable<Value['enumeration']>,
): string => {
  if (literal.type === 'null') return 'null::int4';
  if (literal.type === 'integer') return integer(translation, literal);
  if (literal.type !== 'string' && literal.type !== 'enum') throw mismatch(translation, literal, 'integer');
  const members = new Map(Object.entries(enumeration).map(([name, number]) => [name.toLowerCase(), number]));
  const number = members.get(literal.value.toLowerCase()) ?? byNumber(literal.value, members);
  if (number === undefined)
    throw translation.fault(`${literal.text} is none of ${Object.keys(enumeration).join(', ')}.`, literal.position);
  return translation.parameters.add(number, 'int4');
};

const byNumber = (text: string, members: ReadonlyMap<string, number>): number | undefined =>
  [...members.values()].find((number) => String(number) === text);
