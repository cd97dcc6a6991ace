import type { Call, FunctionName } from '@cfs/odata';
import { expectType, foldedOf, isNullable, numberOf, sqlAs, textOf, typeOf } from './operands.ts';
import type { Translation } from './translation.ts';
import { isNumeric, value, type Operand, type Value, type ValueType } from './value.ts';

/** A function call with translated arguments. */
interface Arguments {
  readonly translation: Translation;
  readonly call: Call;
  readonly operands: readonly Operand[];
  readonly nullable: boolean;
}

type Writer = (call: Arguments) => Value;

const argument = ({ operands, call, translation }: Arguments, index: number): Operand => {
  const operand = operands[index];
  if (operand === undefined) throw translation.fault(`'${call.name}' lacks an argument.`, call.position);
  return operand;
};

const expectArgument = (call: Arguments, index: number, taken: (type: ValueType) => boolean, what: string): Operand => {
  const operand = argument(call, index);
  expectType(call.translation, operand, call.call.arguments[index] ?? call.call, taken, what);
  return operand;
};

const textArgument = (call: Arguments, index: number): string =>
  textOf(
    call.translation,
    expectArgument(call, index, (type) => type === 'string', 'text'),
  );

const ofTexts =
  (type: ValueType, write: (...texts: string[]) => string): Writer =>
  (call) =>
    value(type, `(${write(...call.operands.map((_, index) => textArgument(call, index)))})`, call.nullable);

/** A case-insensitive predicate on two texts. */
const ofFolded =
  (write: (...texts: string[]) => string): Writer =>
  (call) => {
    const texts = call.operands.map((_, index) =>
      foldedOf(
        call.translation,
        expectArgument(call, index, (type) => type === 'string', 'text'),
      ),
    );
    return value('boolean', `(${write(...texts)})`, call.nullable);
  };

const toLower: Writer = (call) => {
  const text = textArgument(call, 0);
  return { ...value('string', `(lower(${text}))`, call.nullable), caseless: text };
};

const ofNumber =
  (name: string): Writer =>
  (call) => {
    const operand = expectArgument(call, 0, isNumeric, 'a number');
    const type = typeOf(call.translation, operand) === 'integer' ? 'integer' : 'decimal';
    return value(type, `${name}(${numberOf(call.translation, operand)})`, call.nullable);
  };

const isMoment = (type: ValueType): boolean => type === 'dateTimeOffset' || type === 'date' || type === 'timeOfDay';

/** The argument as a UTC timestamp without time zone. */
const utc = (call: Arguments, taken: (type: ValueType) => boolean, what: string): string => {
  const operand = expectArgument(call, 0, taken, what);
  const type = typeOf(call.translation, operand) ?? 'dateTimeOffset';
  const sql = sqlAs(call.translation, operand, type);
  return type === 'dateTimeOffset' ? `(${sql} at time zone 'UTC')` : sql;
};

const datePart =
  (part: string): Writer =>
  (call) => {
    const moment = utc(call, (type) => type === 'dateTimeOffset' || type === 'date', 'a date or a time');
    return value('integer', `extract(${part} from ${moment})::int4`, call.nullable);
  };

const timePart =
  (write: (moment: string) => string, type: ValueType = 'integer'): Writer =>
  (call) => {
    const moment = utc(call, (each) => isMoment(each) && each !== 'date', 'a time');
    return value(type, write(moment), call.nullable);
  };

/** A position or length in a text, clamped: PostgreSQL rejects numbers outside the integer range. */
const bounded = (call: Arguments, index: number): string => {
  const operand = expectArgument(call, index, (type) => type === 'integer', 'a whole number');
  return `least(greatest(${numberOf(call.translation, operand)}, 0), 1000000000)::int4`;
};

const substring: Writer = (call) => {
  const from = `${bounded(call, 1)} + 1`;
  const length = call.operands.length > 2 ? `, ${bounded(call, 2)}` : '';
  return value('string', `substr(${textArgument(call, 0)}, ${from}${length})`, call.nullable);
};

const writers: ReadonlyMap<FunctionName, Writer> = new Map<FunctionName, Writer>([
  ['contains', ofFolded((text, part) => `strpos(${text}, ${part}) > 0`)],
  ['startswith', ofFolded((text, part) => `starts_with(${text}, ${part})`)],
  ['endswith', ofFolded((text, part) => `right(${text}, length(${part})) = ${part}`)],
  ['indexof', ofTexts('integer', (text, part) => `strpos(${text}, ${part}) - 1`)],
  ['length', ofTexts('integer', (text) => `length(${text})`)],
  ['tolower', toLower],
  ['toupper', ofTexts('string', (text) => `upper(${text})`)],
  ['trim', ofTexts('string', (text) => `btrim(${text}, E' \\t\\n\\r\\f\\v')`)],
  ['concat', ofTexts('string', (text, other) => `${text} || ${other}`)],
  ['substring', substring],
  ['year', datePart('year')],
  ['month', datePart('month')],
  ['day', datePart('day')],
  ['hour', timePart((moment) => `extract(hour from ${moment})::int4`)],
  ['minute', timePart((moment) => `extract(minute from ${moment})::int4`)],
  ['second', timePart((moment) => `floor(extract(second from ${moment}))::int4`)],
  ['fractionalseconds', timePart((moment) => `mod(extract(second from ${moment}), 1)`, 'decimal')],
  [
    'date',
    (call) =>
      value(
        'date',
        `${utc(call, (type) => type === 'dateTimeOffset' || type === 'date', 'a time')}::date`,
        call.nullable,
      ),
  ],
  ['time', timePart((moment) => `${moment}::time`, 'timeOfDay')],
  [
    'now',
    ({ translation }) =>
      value('dateTimeOffset', translation.parameters.add(translation.now().toISOString(), 'timestamptz'), false),
  ],
  ['round', ofNumber('round')],
  ['floor', ofNumber('floor')],
  ['ceiling', ofNumber('ceil')],
]);

/** A built-in function of translated arguments; yields NULL if an argument is NULL. */
export const callFunction = (translation: Translation, call: Call, operands: readonly Operand[]): Value => {
  const write = writers.get(call.name);
  if (!write) throw translation.unsupported(`The function '${call.name}'`, call.position);
  return write({ translation, call, operands, nullable: operands.some(isNullable) });
};
