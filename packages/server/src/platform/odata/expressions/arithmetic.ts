import type { Binary, BinaryOperator } from '@cfs/odata';
import { isNullable, numberOf, sqlAs, typeOf } from './operands.ts';
import type { Translation } from './translation.ts';
import { isNumeric, sqlTypes, value, type Operand, type Value, type ValueType } from './value.ts';

const symbols: ReadonlyMap<BinaryOperator, string> = new Map([
  ['add', '+'],
  ['sub', '-'],
  ['mul', '*'],
]);

const isZero = (operand: Operand): boolean =>
  operand.kind === 'literal' &&
  (operand.literal.type === 'integer' || operand.literal.type === 'decimal') &&
  Number(operand.literal.value) === 0;

const numbers = (translation: Translation, node: Binary, left: Operand, right: Operand): Value => {
  const whole = [left, right].every((operand) => (typeOf(translation, operand) ?? 'integer') === 'integer');
  const [a, b] = [numberOf(translation, left), numberOf(translation, right)];
  const symbol = symbols.get(node.operator);
  if (symbol)
    return value(whole ? 'integer' : 'decimal', `(${a} ${symbol} ${b})`, isNullable(left) || isNullable(right));
  if (isZero(right)) throw translation.fault('Division by zero.', node.right.position);
  // Division by zero in a row yields NULL.
  const divisor = `nullif(${b}, 0)`;
  if (node.operator === 'mod') return value(whole ? 'integer' : 'decimal', `mod(${a}, ${divisor})`, true);
  return whole && node.operator === 'div'
    ? value('integer', `div(${a}, ${divisor})`, true)
    : value('decimal', `(${a} / ${divisor})`, true);
};

type Moments = readonly [left: ValueType, operator: BinaryOperator, right: ValueType, result: ValueType];

const moments: readonly Moments[] = [
  ['dateTimeOffset', 'add', 'duration', 'dateTimeOffset'],
  ['dateTimeOffset', 'sub', 'duration', 'dateTimeOffset'],
  ['dateTimeOffset', 'sub', 'dateTimeOffset', 'duration'],
  ['duration', 'add', 'duration', 'duration'],
  ['duration', 'sub', 'duration', 'duration'],
];

/** `add`, `sub`, `mul`, `div`, `divby` and `mod` of numbers; addition and subtraction of times and durations. */
export const calculate = (translation: Translation, node: Binary, left: Operand, right: Operand): Value => {
  const [one, other] = [typeOf(translation, left), typeOf(translation, right)];
  const isPlain = (operand: Operand): boolean => operand.kind === 'literal' || operand.enumeration === undefined;
  if ((!one || isNumeric(one)) && (!other || isNumeric(other)) && isPlain(left) && isPlain(right))
    return numbers(translation, node, left, right);
  const rule = moments.find(([a, operator, b]) => operator === node.operator && (one ?? a) === a && (other ?? b) === b);
  if (!rule) {
    const temporal = [one, other].some((type) => type === 'duration' || type === 'date');
    if (temporal) throw translation.unsupported(`'${node.operator}' over ${one} and ${other}`, node.position);
    throw translation.fault(`'${node.operator}' does not accept ${one} and ${other}.`, node.position);
  }
  const [a, , b, result] = rule;
  const sql = `(${sqlAs(translation, left, a)} ${symbols.get(node.operator)} ${sqlAs(translation, right, b)})`;
  return value(
    result,
    result === 'duration' ? `(${sql})::${sqlTypes.duration}` : sql,
    isNullable(left) || isNullable(right),
  );
};

/** Negation of a number or a duration. */
export const negate = (translation: Translation, operand: Operand, position: number): Value => {
  const type = typeOf(translation, operand);
  if (type === 'duration') return value(type, `(-${sqlAs(translation, operand, type)})`, isNullable(operand));
  if ((type !== undefined && !isNumeric(type)) || (operand.kind === 'value' && operand.enumeration))
    throw translation.fault('Only a number can be negated.', position);
  return value(type === 'integer' ? type : 'decimal', `(-${numberOf(translation, operand)})`, isNullable(operand));
};
