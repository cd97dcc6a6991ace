import type { Context } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import type { Services } from '../../platform/services.ts';
import type { RuleSet } from './conditions/compiled-rules.ts';
import { applyAndCorrelate } from './correlation/apply-and-correlate.ts';
import { countEvaluations, type RuleEvaluations } from './occurrences/count-evaluations.ts';
import type { RuleMemories } from './occurrences/lock-memories.ts';

/**
 * Counts the results of rules, opens, extends and ends their matches, and evaluates the Correlation rules that name
 * them.
 */
export const countAndApply = async (
  services: Pick<Services, 'work' | 'log' | 'snapshot'>,
  db: ScopedDatabase,
  context: Context,
  rulesOf: ReadonlyMap<string, readonly RuleSet[]>,
  evaluated: readonly RuleEvaluations[],
  memories: RuleMemories,
): Promise<void> =>
  applyAndCorrelate(services, db, context, rulesOf, await countEvaluations(db, context, evaluated, memories));
