import { conditionTypes, type RuleCondition } from '@cfs/contracts/rule-conditions';
import { ruleOperators } from '@cfs/contracts/rule-operators';

/** The entity whose thresholds are requested. */
export interface WatchedEntity {
  readonly tenantId: string;
  readonly entityId: string;
  /** The subscription of its block; `undefined` without one. */
  readonly subscriptionId: string | undefined;
  readonly name: string | undefined;
}

export interface Threshold {
  readonly operator: number;
  readonly value: number;
}

const { Equals, NotEquals, Contains, GreaterThan, LessThan, GreaterThanOrEqual, LessThanOrEqual } = ruleOperators;
const orderings: ReadonlySet<number> = new Set([GreaterThan, LessThan, GreaterThanOrEqual, LessThanOrEqual]);

/** Value, and its previous value, average, minimum and maximum over a window. */
const valueOperands: ReadonlySet<number> = new Set([1, 40, 43, 44, 45]);
const [entityId, entityName, tenant, subscription] = [6, 7, 20, 21];

const number = /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?\s*$/i;

/** The value of an operand that is known without a packet; `undefined` for any other operand. */
const knownOperand = (operand: number, entity: WatchedEntity): string | undefined => {
  switch (operand) {
    case entityId:
      return entity.entityId;
    case entityName:
      return entity.name;
    case tenant:
      return entity.tenantId;
    case subscription:
      return entity.subscriptionId;
    default:
      return undefined;
  }
};

/** Whether the condition can never hold for the entity, regardless of its packets. */
const excludes = ({ LeftOperand, Operator, RightOperand }: RuleCondition, entity: WatchedEntity): boolean => {
  const known = knownOperand(LeftOperand, entity)?.toLowerCase();
  if (known === undefined) return false;
  const wanted = (RightOperand ?? '').toLowerCase();
  if (Operator === Equals) return known !== wanted;
  if (Operator === NotEquals) return known === wanted;
  return Operator === Contains && !known.includes(wanted);
};

const isOfValue = ({ LeftOperand, LeftOperandFieldName }: RuleCondition): boolean =>
  valueOperands.has(LeftOperand) && ['', 'value'].includes((LeftOperandFieldName ?? '').toLowerCase());

/** The conditions as alternatives: And binds tighter than Or. */
const alternatives = (conditions: readonly RuleCondition[]): RuleCondition[][] => {
  const groups: RuleCondition[][] = [];
  for (const condition of conditions) {
    const last = groups.at(-1);
    if (last && condition.Type !== conditionTypes.Or) last.push(condition);
    else groups.push([condition]);
  }
  return groups;
};

/**
 * The numbers that conditions compare the value of the entity with, in alternatives that can hold for it, without
 * duplicates.
 */
export const thresholdsOf = (conditions: readonly RuleCondition[], entity: WatchedEntity): Threshold[] => {
  const found = alternatives(conditions)
    .filter((all) => !all.some((condition) => excludes(condition, entity)))
    .flat()
    .filter((condition) => orderings.has(condition.Operator) && isOfValue(condition))
    .filter(({ RightOperand }) => number.test(RightOperand ?? ''))
    .map(({ Operator, RightOperand }) => ({ operator: Operator, value: Number(RightOperand) }));
  return [...new Map(found.map((each) => [`${each.operator} ${each.value}`, each])).values()];
};
