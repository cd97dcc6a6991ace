import type { Binary, BinaryOperator, Expression, Lambda, Literal, Membership, Path } from '@cfs/odata';
import { systemTenantId } from '../../context.ts';
import { calculate, negate } from './arithmetic.ts';
import { callFunction } from './functions.ts';
import type { Names } from './names.ts';
import { comparable, isNull, isNullable, sqlAs, typeOf } from './operands.ts';
import type { Translation } from './translation.ts';
import { value, type Operand, type Value } from './value.ts';

/** The rows that an expression refers to, and those bound to lambda variables. */
export interface Frame {
  readonly translation: Translation;
  readonly names: Names;
  readonly variables: ReadonlyMap<string, Names>;
}

const comparisons: ReadonlyMap<BinaryOperator, string> = new Map([
  ['eq', '='],
  ['ne', '<>'],
  ['lt', '<'],
  ['le', '<='],
  ['gt', '>'],
  ['ge', '>='],
]);

/**
 * A condition as SQL, fully parenthesized. OData comparisons with null yield true or false, where SQL's yield NULL;
 * `exact` asks for the OData semantics. It is omitted where NULL and false are equivalent, so that indexes apply.
 *
 * @throws 400 for an expression that is not boolean, an undeclared name or mismatched types, 501 for unsupported
 * constructs.
 */
export const condition = (frame: Frame, node: Expression, exact = false): string => truth(frame, node, exact).sql;

const truth = (frame: Frame, node: Expression, exact: boolean): Value => {
  if (node.kind === 'binary' && (node.operator === 'and' || node.operator === 'or')) {
    const parts = chainOf(node).map((each) => truth(frame, each, exact));
    const sql = parts.map((part) => part.sql).join(` ${node.operator} `);
    return value(
      'boolean',
      `(${sql})`,
      parts.some(({ nullable }) => nullable),
    );
  }
  if (node.kind === 'binary' && comparisons.has(node.operator)) return certain(compare(frame, node, exact));
  if (node.kind === 'in') return certain(member(frame, node, exact));
  if (node.kind === 'lambda') return certain(quantify(frame, node));
  if (node.kind === 'unary' && node.operator === 'not') {
    const operand = truth(frame, node.operand, true);
    return value('boolean', `(not ${operand.sql})`, operand.nullable);
  }
  const operand = evaluate(frame, node);
  const type = typeOf(frame.translation, operand);
  if (type !== undefined && type !== 'boolean')
    throw frame.translation.fault('A boolean expression is expected.', node.position);
  return value('boolean', `(${sqlAs(frame.translation, operand, 'boolean')})`, isNullable(operand));
};

/** The operands joined by one operator, flattened: a chain of hundreds would nest as deep in SQL. */
const chainOf = ({ operator, left, right }: Binary): Expression[] => {
  const operands = [right];
  let rest: Expression = left;
  for (; rest.kind === 'binary' && rest.operator === operator; rest = rest.left) operands.push(rest.right);
  return [...operands, rest].toReversed();
};

/** A comparison that is never NULL; SQL's nullable form is used only where NULL counts as false. */
const certain = (sql: string): Value => value('boolean', sql, false);

/** The SQL of an expression. */
export const evaluate = (frame: Frame, node: Expression): Operand => {
  switch (node.kind) {
    case 'literal':
      return { kind: 'literal', literal: node };
    case 'path':
      return follow(frame, node);
    case 'call':
      return callFunction(
        frame.translation,
        node,
        node.arguments.map((argument) => evaluate(frame, argument)),
      );
    case 'unary':
      if (node.operator === 'negate') return negate(frame.translation, evaluate(frame, node.operand), node.position);
      return truth(frame, node, true);
    case 'binary':
      if (comparisons.has(node.operator) || node.operator === 'and' || node.operator === 'or')
        return truth(frame, node, true);
      return calculate(frame.translation, node, evaluate(frame, node.left), evaluate(frame, node.right));
    case 'in':
    case 'lambda':
      return truth(frame, node, true);
  }
};

const namesOf = (frame: Frame, path: Path): Names => {
  if (path.variable === undefined) return frame.names;
  const names = frame.variables.get(path.variable);
  if (!names) throw frame.translation.fault(`'${path.variable}' is not a variable here.`, path.position);
  return names;
};

const follow = (frame: Frame, path: Path): Value => {
  const names = namesOf(frame, path);
  return path.count
    ? value('integer', names.related(path.segments, path.position).count(), false)
    : names.value(path.segments, path.position);
};

const quantify = (frame: Frame, { source, quantifier, variable, predicate }: Lambda): string => {
  const rows = namesOf(frame, source).related(source.segments, source.position);
  if (variable === undefined || predicate === undefined) return rows.exists();
  const inner = { ...frame, variables: new Map(frame.variables).set(variable, rows.names) };
  return quantifier === 'any'
    ? rows.exists(condition(inner, predicate))
    : `(not ${rows.exists(`${condition(inner, predicate)} is not true`)})`;
};

/** The tenant of a shared entity compared with a tenant other than System: the bare column applies, and its index. */
const asTenantColumn = (operand: Operand, literals: readonly Literal[]): Operand =>
  operand.kind === 'value' &&
  operand.tenantColumn !== undefined &&
  literals.every((literal) => literal.type === 'guid' && literal.value !== systemTenantId)
    ? { ...operand, sql: operand.tenantColumn, nullable: false }
    : operand;

const literalsOf = (...operands: readonly Operand[]): Literal[] =>
  operands.flatMap((operand) => (operand.kind === 'literal' ? [operand.literal] : []));

const compare = (frame: Frame, node: Binary, exact: boolean): string => {
  const { translation } = frame;
  let [left, right] = [evaluate(frame, node.left), evaluate(frame, node.right)];
  if ((left.kind === 'literal') !== (right.kind === 'literal')) {
    const literals = literalsOf(left, right);
    [left, right] = [asTenantColumn(left, literals), asTenantColumn(right, literals)];
  }
  if (isNull(left) || isNull(right)) return compareNull(node.operator, isNull(left) ? right : left);
  const equality = node.operator === 'eq' || node.operator === 'ne';
  const pair = comparable(translation, left, right, node.position, equality ? 'equality' : 'order');
  const [one, both] = [isNullable(left) || isNullable(right), isNullable(left) && isNullable(right)];
  if (equality && one && (both || node.operator === 'ne'))
    return `(${pair.left} is ${node.operator === 'eq' ? 'not ' : ''}distinct from ${pair.right})`;
  const narrowed = pair.bounds !== undefined && node.operator === 'eq' ? `${pair.bounds} and ` : '';
  const plain = `(${narrowed}${pair.left} ${comparisons.get(node.operator)} ${pair.right})`;
  if (both && (node.operator === 'le' || node.operator === 'ge'))
    return `coalesce(${plain}, (${pair.left} is null and ${pair.right} is null))`;
  return exact && one ? `coalesce(${plain}, false)` : plain;
};

/**
 * An operand whose value is irrelevant stays in the statement, because PostgreSQL requires every parameter to be used.
 */
const never = (operand: Operand): string => (operand.kind === 'value' ? `(${operand.sql} is null and false)` : 'false');

const compareNull = (operator: BinaryOperator, other: Operand): string => {
  if (operator === 'lt' || operator === 'gt') return never(other);
  const same = other.kind === 'value' ? `(${other.sql} is null)` : String(isNull(other));
  return operator === 'ne' ? `(not ${same})` : same;
};

/** The maximum number of list values for which the planner uses an index lookup for each. */
const maxIndexedValues = 20;

const member = (frame: Frame, node: Membership, exact: boolean): string => {
  const { translation } = frame;
  if (!isList(node.values)) throw translation.unsupported("'in' over a collection", node.position);
  const operand = asTenantColumn(evaluate(frame, node.operand), node.values);
  const present = node.values.filter((literal) => literal.type !== 'null');
  const holdsNull = present.length < node.values.length;
  if (isNull(operand)) return String(holdsNull);
  const pairs = present.map((literal) =>
    comparable(translation, operand, { kind: 'literal', literal }, literal.position),
  );
  const tests =
    operand.kind === 'value' && pairs[0] && !(pairs[0].bounds && pairs.length <= maxIndexedValues)
      ? [`${pairs[0].left} in (${pairs.map((pair) => pair.right).join(', ')})`]
      : pairs.map(({ left, right, bounds }) => `(${bounds === undefined ? '' : `${bounds} and `}${left} = ${right})`);
  const nullable = isNullable(operand);
  if (operand.kind === 'value' && nullable && holdsNull) tests.push(`${operand.sql} is null`);
  if (tests.length === 0) return never(operand);
  const either = `(${tests.join(' or ')})`;
  return exact && nullable ? `coalesce(${either}, false)` : either;
};

const isList = (values: Membership['values']): values is readonly Literal[] => Array.isArray(values);
