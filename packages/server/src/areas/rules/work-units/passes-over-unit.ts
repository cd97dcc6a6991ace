import type { CompiledRule } from '../evaluation/compile-rule.ts';
import type { RuledUnit } from './queue-unit-evaluation.ts';

/** Whether a rule passes over the unit: it made the unit itself, and does not include its own. */
export const passesOverUnit = (
  { rule }: CompiledRule,
  { createdByRuleId }: Pick<RuledUnit, 'createdByRuleId'>,
): boolean => !rule.includeOwnWorkUnits && rule.ruleId === createdByRuleId;
