import type { CompiledRule } from '../evaluation/compile-rule.ts';
import type { RuledUnit } from './queue-unit-evaluation.ts';

/** Whether a rule skips the unit: it created the unit itself, and does not include its own units. */
export const skipsUnit = ({ rule }: CompiledRule, { createdByRuleId }: Pick<RuledUnit, 'createdByRuleId'>): boolean =>
  !rule.includeOwnWorkUnits && rule.ruleId === createdByRuleId;
