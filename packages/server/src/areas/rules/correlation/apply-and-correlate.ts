import type { Context } from '../../../platform/context.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import type { Services } from '../../../platform/services.ts';
import type { RuleSet } from '../conditions/compiled-rules.ts';
import { applyHits, type RuleHits } from '../matches/apply-hits.ts';
import { maximumChainDepth, recordChainEnds } from '../matches/chain-ends.ts';
import { countEvaluations } from '../occurrences/count-evaluations.ts';
import { lockMemories } from '../occurrences/lock-memories.ts';
import type { CorrelatedChange } from './concerned-rules.ts';
import { correlate } from './correlate.ts';

type Needs = Pick<Services, 'work' | 'log' | 'snapshot'>;
type RulesOf = ReadonlyMap<string, readonly RuleSet[]>;

/**
 * Evaluates the Correlation rules that name rules whose matches have begun or ended, and then those that name these in
 * turn.
 */
export const correlateChanges = async (
  services: Needs,
  db: ScopedDatabase,
  context: Context,
  rulesOf: RulesOf,
  changes: readonly CorrelatedChange[],
): Promise<void> => {
  let pending = changes;
  while (pending.length > 0) {
    const correlated = await correlate(db, rulesOf, pending);
    const [evaluated, tooDeep] = [
      correlated.filter(({ depth }) => depth <= maximumChainDepth),
      correlated.filter(({ depth }) => depth > maximumChainDepth),
    ];
    await recordChainEnds(
      services,
      db,
      context,
      tooDeep
        .filter(({ evaluations }) => evaluations.some(({ truths }) => truths.includes(true)))
        .map((each) => ({ ...each, referenceId: each.causedBy, correlationId: null })),
    );
    if (evaluated.length === 0) return;
    const memories = await lockMemories(
      db,
      evaluated.flatMap(({ tenantId, subjectId, compiled }) => (compiled.counts ? [{ tenantId, subjectId }] : [])),
    );
    const hits = await countEvaluations(db, context, evaluated, memories);
    pending = await applyHits(services, db, context, hits);
  }
};

/**
 * Opens, extends and ends matches by hits, and evaluates the Correlation rules that name rules whose matches began or
 * ended.
 */
export const applyAndCorrelate = async (
  services: Needs,
  db: ScopedDatabase,
  context: Context,
  rulesOf: RulesOf,
  hits: readonly RuleHits[],
): Promise<void> => {
  if (hits.length === 0) return;
  await correlateChanges(services, db, context, rulesOf, await applyHits(services, db, context, hits));
};
