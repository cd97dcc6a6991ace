import { ruleInputSchema, type ValidRule } from '@cfs/contracts/rules';
import type { z } from 'zod';
import type { RuleValues } from './rule-values.ts';

/** The contract's own checks, over the values as the editor holds them. */
export const ruleForm = ruleInputSchema as unknown as z.ZodType<ValidRule, RuleValues>;
