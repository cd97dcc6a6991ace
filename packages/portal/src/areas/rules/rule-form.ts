import { ruleInputSchema, type ValidRule } from '@cfs/contracts/rules';
import { z } from 'zod';
import type { ActionValues, RuleValues } from './rule-values.ts';

/** A parameter that was never filled in is absent, not undefined. */
const given = (actions: readonly ActionValues[]) =>
  actions.map(({ Parameters, ...action }) => ({
    ...action,
    Parameters: Object.fromEntries(Object.entries(Parameters).filter(([, value]) => value !== undefined)),
  }));

/** The contract's own checks, over the values as the editor holds them. */
export const ruleForm = z.preprocess(
  (values: RuleValues) => ({
    ...values,
    matchActions: given(values.matchActions),
    expirationActions: given(values.expirationActions),
  }),
  ruleInputSchema,
) as z.ZodType<ValidRule, RuleValues>;
