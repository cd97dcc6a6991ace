import type {
  DateLiteral,
  DateTimeOffsetLiteral,
  DecimalLiteral,
  DurationLiteral,
  EnumLiteral,
  IntegerLiteral,
  Literal,
  StringLiteral,
} from '@cfs/odata';
import { LiteralFault } from '../statements/parameters.ts';
import type { Translation } from './translation.ts';
import { isNumeric, sqlTypes, type LiteralOperand, type Value, type ValueType } from './value.ts';

const maxNumberCharacters = 38;
const maxDurationDays = 100_000;

/** The inherent type of a literal; `undefined` for null. */
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

const integerType = (value: string): string => {
  if (value.replace('-', '').length > maxNumberCharacters) throw new LiteralFault('The number is too long.');
  const number = BigInt(value);
  if (BigInt.asIntN(32, number) === number) return 'int4';
  return BigInt.asIntN(64, number) === number ? 'int8' : 'numeric';
};

const integerText = ({ value }: IntegerLiteral): string => BigInt(value).toString();

const specialNumbers: ReadonlyMap<string, string> = new Map([
  ['INF', 'Infinity'],
  ['-INF', '-Infinity'],
  ['NaN', 'NaN'],
]);

const decimalText = ({ value }: DecimalLiteral): string => {
  const special = specialNumbers.get(value);
  if (special) return special;
  const [digits = '', exponent = '0'] = value.toLowerCase().split('e');
  if (digits.length > 2 * maxNumberCharacters || exponent.length > 4 || Math.abs(Number(exponent)) > 308)
    throw new LiteralFault('The number is too long.');
  return value;
};

const doubleOf = ({ value }: IntegerLiteral | DecimalLiteral): number => Number(value.replace('INF', 'Infinity'));

const withYear = (text: string): string => {
  if (!/^\d{4}-/.test(text) || text.startsWith('0000')) throw new LiteralFault('The year lies outside 0001 to 9999.');
  return text;
};

const instantPattern = /^(?<minute>.{16})(?::(?<second>\d\d))?(?:\.(?<fraction>\d+))?(?<zone>Z|[+-]\d\d:\d\d)$/i;

/** The usual form of clients; PostgreSQL reads it unchanged. */
const usualInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:[0-5]\d(\.\d{1,6})?Z$/;

/** The instant in UTC with microseconds, the precision of PostgreSQL. */
const instantText = ({ value }: DateTimeOffsetLiteral): string => {
  withYear(value);
  if (usualInstant.test(value) && !Number.isNaN(Date.parse(value))) return value;
  const parts = instantPattern.exec(value)?.groups;
  const start = Date.parse(`${parts?.['minute']}:00${parts?.['zone']?.toUpperCase()}`);
  if (!parts || Number.isNaN(start)) throw new LiteralFault('The time does not exist.');
  const moment = withYear(new Date(start + Number(parts['second'] ?? 0) * 1_000).toISOString());
  return `${moment.slice(0, 19)}.${(parts['fraction'] ?? '0').slice(0, 6)}Z`;
};

const dateText = ({ value }: DateLiteral): string => withYear(value);
const startOfDay = ({ value }: DateLiteral): string => `${withYear(value)}T00:00:00Z`;

const durationPattern = /^(-?)P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/i;

const secondsText = ({ value }: DurationLiteral | StringLiteral): string => {
  const parts = durationPattern.exec(value);
  if (!parts) throw new LiteralFault('This is not a duration.');
  const [, sign = '', days, hours, minutes, seconds] = parts;
  const total =
    Number(days ?? 0) * 86_400 + Number(hours ?? 0) * 3_600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0);
  if (total > maxDurationDays * 86_400) throw new LiteralFault('The duration is too long.');
  return `${sign}${total.toFixed(6)} seconds`;
};

const asWritten = ({ value }: Literal): unknown => value;

/** Maps a literal fault to a problem document. */
const placed = (translation: Translation, { position }: Literal, write: () => string): string => {
  try {
    return write();
  } catch (error) {
    throw error instanceof LiteralFault ? translation.fault(error.message, position) : error;
  }
};

/** A literal as a parameter of the type. @throws LiteralFault if it cannot be converted */
export const literalSql = (translation: Translation, { literal }: LiteralOperand, type: ValueType): string =>
  placed(translation, literal, () => {
    const { parameters } = translation;
    if (literal.type === 'null') return `null::${sqlTypes[type]}`;
    if ((literal.type === 'integer' || literal.type === 'decimal') && type === 'double')
      return parameters.addLiteral(literal, doubleOf, 'float8');
    if (literal.type === 'integer' && isNumeric(type))
      return parameters.addLiteral(literal, integerText, integerType(literal.value));
    if (literal.type === 'decimal' && isNumeric(type)) return parameters.addLiteral(literal, decimalText, 'numeric');
    if (literal.type === 'date' && type === 'date') return parameters.addLiteral(literal, dateText, 'date');
    if (literal.type === 'date' && type === 'dateTimeOffset')
      return parameters.addLiteral(literal, startOfDay, 'timestamptz');
    if ((literal.type === 'duration' || literal.type === 'string') && type === 'duration')
      return parameters.addLiteral(literal, secondsText, 'interval');
    if (literal.type !== type) throw mismatch(translation, literal, type);
    switch (literal.type) {
      case 'boolean':
        return String(literal.value);
      case 'dateTimeOffset':
        return parameters.addLiteral(literal, instantText, 'timestamptz');
      default:
        return parameters.addLiteral(literal, asWritten, sqlTypes[type]);
    }
  });

const mismatch = (translation: Translation, literal: Literal, type: ValueType): Error =>
  translation.fault(`${literal.text} is not of the type ${type}.`, literal.position);

type Enumeration = NonNullable<Value['enumeration']>;
type MemberReader = (literal: StringLiteral | EnumLiteral) => number;

const memberReaders = new WeakMap<Enumeration, MemberReader>();

/** A reader of enumeration members by case-insensitive name or by number, cached by enumeration. */
const memberReaderOf = (enumeration: Enumeration): MemberReader => {
  const known = memberReaders.get(enumeration);
  if (known) return known;
  const entries = Object.entries(enumeration);
  const members = new Map([
    ...entries.map(([, number]) => [String(number), number] as const),
    ...entries.map(([name, number]) => [name.toLowerCase(), number] as const),
  ]);
  const reader: MemberReader = ({ value, text }) => {
    const number = members.get(value.toLowerCase());
    if (number === undefined) throw new LiteralFault(`${text} is not one of ${Object.keys(enumeration).join(', ')}.`);
    return number;
  };
  memberReaders.set(enumeration, reader);
  return reader;
};

/**
 * The number of an enumeration literal: by name, optionally with the type's name, or by number.
 *
 * @throws 400 for an unknown member, and for a literal of a type other than `typeName`.
 */
export const memberSql = (
  translation: Translation,
  { literal }: LiteralOperand,
  enumeration: Enumeration,
  typeName?: string,
): string =>
  placed(translation, literal, () => {
    const { parameters } = translation;
    if (literal.type === 'enum' && literal.typeName !== typeName)
      throw new LiteralFault(`${literal.text} is not of the type ${typeName ?? 'integer'}.`);
    if (literal.type === 'null') return 'null::int4';
    if (literal.type === 'integer') return parameters.addLiteral(literal, integerText, integerType(literal.value));
    if (literal.type !== 'string' && literal.type !== 'enum') throw mismatch(translation, literal, 'integer');
    return parameters.addLiteral(literal, memberReaderOf(enumeration), 'int4');
  });
