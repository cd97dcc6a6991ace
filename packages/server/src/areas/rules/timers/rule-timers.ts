import { absenceOperandId } from '@cfs/contracts/rule-left-operands';
import { ruleTypes } from '@cfs/contracts/rule-types';
import type { RuleCondition } from '@cfs/contracts/rule-conditions';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import type { TimerOrder, Work } from '../../../platform/durable-work/work-order.ts';

/** Kinds of the timers of rules. Each timer belongs to the rule's tenant, and its key is the rule's id. */
export const ruleTimers = {
  absence: 'rule-absence',
  aggregation: 'rule-aggregation',
  maintenance: 'rule-maintenance',
} as const;

interface TimedRule {
  readonly tenantId: string;
  readonly ruleId: string;
  readonly ruleTypeId: number;
  readonly conditions: readonly Pick<RuleCondition, 'LeftOperand'>[];
}

const kindOf = ({ ruleTypeId, conditions }: TimedRule): TimerOrder['kind'] | undefined => {
  if (ruleTypeId === ruleTypes.Aggregation) return ruleTimers.aggregation;
  if (ruleTypeId === ruleTypes.Maintenance) return ruleTimers.maintenance;
  const waits = conditions.some(({ LeftOperand }) => LeftOperand === absenceOperandId);
  return ruleTypeId === ruleTypes.History && waits ? ruleTimers.absence : undefined;
};

/**
 * Makes the timer of a rule due immediately, in the transaction that has created, changed or ended the rule. The
 * handler determines what to do; a timer that no rule needs is not scheduled again.
 */
export const startRuleTimer = async (work: Work, db: ScopedDatabase, rule: TimedRule, now: Date): Promise<void> => {
  const kind = kindOf(rule);
  if (kind !== undefined) await work.schedule(db, [{ tenantId: rule.tenantId, kind, key: rule.ruleId, due: now }]);
};
