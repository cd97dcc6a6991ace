import type { Expression } from '@cfs/odata';
import { literalSql, memberSql, naturalType } from './literals.ts';
import type { Translation } from './translation.ts';
import { isNumeric, type LiteralOperand, type Operand, type Value, type ValueType } from './value.ts';

/** The collation of all text sorting and comparison, regardless of the columns' collations. */
export const humanCollation = 'cfs.human';

export const isNull = (operand: Operand): boolean => operand.kind === 'literal' && operand.literal.type === 'null';

export const isNullable = (operand: Operand): boolean =>
  operand.kind === 'value' ? operand.nullable : isNull(operand);

export const typeOf = (translation: Translation, operand: Operand): ValueType | undefined =>
  operand.kind === 'value' ? operand.type : naturalType(translation, operand.literal);

/** The operand cast to the type; numbers are widened, a date becomes the instant of its start in UTC. */
export const sqlAs = (translation: Translation, operand: Operand, type: ValueType): string => {
  if (operand.kind === 'literal') return literalSql(translation, operand, type);
  if (operand.type === 'date' && type === 'dateTimeOffset') return `(${operand.sql}::timestamp at time zone 'UTC')`;
  if (operand.type === 'double' && type === 'decimal') return `${operand.sql}::numeric`;
  return operand.sql;
};

/** The operand as text in that collation. */
export const textOf = (translation: Translation, operand: Operand): string =>
  `(${sqlAs(translation, operand, 'string')} collate ${humanCollation})`;

/** The operand as case-folded text. */
export const foldedOf = (translation: Translation, operand: Operand): string =>
  `cfs.fold(${operand.kind === 'value' && operand.caseless !== undefined ? operand.caseless : textOf(translation, operand)})`;

/** Arithmetic uses `numeric`, which neither overflows nor rounds. */
export const numberOf = (translation: Translation, operand: Operand): string =>
  operand.kind === 'literal' ? `${literalSql(translation, operand, 'decimal')}::numeric` : `(${operand.sql})::numeric`;

interface Pair {
  readonly left: string;
  readonly right: string;
  readonly type: ValueType;
  /** A necessary condition of equality that is a range of an operand's index. */
  readonly bounds?: string;
}

/** Case-insensitive equality of texts; an index finds a stored text compared with a literal. */
const equalTexts = (translation: Translation, left: Operand, right: Operand): Pair => {
  const [stored, literal] = left.kind === 'value' ? [left, right] : [right, left];
  if (stored.kind !== 'value' || !stored.indexed || literal.kind !== 'literal')
    return { left: foldedOf(translation, left), right: foldedOf(translation, right), type: 'string' };
  const [text, wanted] = [textOf(translation, stored), sqlAs(translation, literal, 'string')];
  const bounds = `${text} >= cfs.fold_from(${wanted}) and ${text} < cfs.fold_to(${wanted})`;
  return { left: foldedOf(translation, stored), right: `cfs.fold(${wanted})`, type: 'string', bounds };
};

const wider = (left: ValueType, right: ValueType): ValueType | undefined => {
  if (left === right) return left;
  if (isNumeric(left) && isNumeric(right)) return 'decimal';
  const both = new Set([left, right]);
  return both.size === 2 && both.has('date') && both.has('dateTimeOffset') ? 'dateTimeOffset' : undefined;
};

const besideLiteral = (translation: Translation, stored: Value, { literal }: LiteralOperand): ValueType | undefined => {
  const natural = naturalType(translation, literal);
  if (natural === undefined) return stored.type;
  if (stored.type === 'duration' && natural === 'string') return 'duration';
  if (stored.type === 'double' && isNumeric(natural)) return 'double';
  return wider(stored.type, natural);
};

/** The enumeration of one operand that gives a text literal of the other its meaning. */
const namedBeside = (one: Operand, other: Operand): Value['names'] =>
  one.kind === 'value' && other.kind === 'literal' && other.literal.type === 'string' ? one.names : undefined;

const enumerated = (operand: Operand): Value | undefined =>
  operand.kind === 'value' && operand.enumeration ? operand : undefined;

/** The number of an enumeration member, from an operand of that type or from a literal with a member's name. */
const memberOf = (translation: Translation, operand: Operand, member: Value, position: number): string => {
  const { enumeration = {}, enumerationType } = member;
  if (operand.kind === 'literal') return memberSql(translation, operand, enumeration, enumerationType);
  if (operand.enumeration === enumeration) return operand.sql;
  throw translation.fault(`Expected a member of ${enumerationType ?? 'the enumeration'}.`, position);
};

/** Both operands as SQL of a comparable type: case-folded texts for equality, texts in the sort collation for order. */
export const comparable = (
  translation: Translation,
  left: Operand,
  right: Operand,
  position: number,
  use: 'equality' | 'order' = 'equality',
): Pair => {
  const member = enumerated(left) ?? enumerated(right);
  if (member) {
    const [one, other] = [left, right].map((operand) => memberOf(translation, operand, member, position));
    return { left: one ?? '', right: other ?? '', type: 'integer' };
  }
  const names = namedBeside(left, right) ?? namedBeside(right, left);
  if (names) {
    const sqlOf = (operand: Operand): string =>
      operand.kind === 'literal' ? memberSql(translation, operand, names) : operand.sql;
    return { left: sqlOf(left), right: sqlOf(right), type: 'integer' };
  }
  const type =
    left.kind === 'value' && right.kind === 'literal'
      ? besideLiteral(translation, left, right)
      : left.kind === 'literal' && right.kind === 'value'
        ? besideLiteral(translation, right, left)
        : wider(
            typeOf(translation, left) ?? typeOf(translation, right) ?? 'string',
            typeOf(translation, right) ?? typeOf(translation, left) ?? 'string',
          );
  if (type === undefined) {
    const [one, other] = [typeOf(translation, left), typeOf(translation, right)];
    throw translation.fault(`The types ${one} and ${other} cannot be compared.`, position);
  }
  if (type === 'string') {
    if (use === 'equality') return equalTexts(translation, left, right);
    return { left: textOf(translation, left), right: textOf(translation, right), type };
  }
  return { left: sqlAs(translation, left, type), right: sqlAs(translation, right, type), type };
};

/** @throws 400 for an argument whose type is not accepted. */
export const expectType = (
  translation: Translation,
  operand: Operand,
  { position }: Expression,
  taken: (type: ValueType) => boolean,
  what: string,
): void => {
  const type = typeOf(translation, operand);
  if ((type !== undefined && !taken(type)) || enumerated(operand))
    throw translation.fault(`Expected ${what}.`, position);
};
