import { systemTenantId } from '../../../platform/context.ts';
import { compileRule, type CompiledRule } from '../evaluation/compile-rule.ts';
import { toRunnableRule } from './runnable-rule.ts';

/** Advice about a rule that cannot be run, such as one that an earlier version stored. */
export const notRunnable = 'It cannot be run as it is stored. Check its conditions and save it.';

/**
 * Compiles a stored rule. Returns `undefined` if it cannot be run as it is stored; the engine logs and withdraws such a
 * rule.
 */
export const compileStoredRule = (row: Parameters<typeof toRunnableRule>[0]): CompiledRule | undefined => {
  try {
    return compileRule(toRunnableRule(row), systemTenantId);
  } catch {
    return undefined;
  }
};
