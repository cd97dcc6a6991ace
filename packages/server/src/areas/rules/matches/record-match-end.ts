import type { Context } from '../../../platform/context.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import type { Services } from '../../../platform/services.ts';
import { correlateChanges } from '../correlation/apply-and-correlate.ts';
import { engineOf } from '../engine.ts';
import { unlimited } from '../storms/storm-control.ts';
import { readMatchActions } from './read-match-actions.ts';
import { recordMatchWork } from './record-match-work.ts';

interface EndedMatch {
  readonly tenant_id: string;
  readonly rule_match_id: string;
  readonly rule_id: string;
  readonly subject_id: string;
  readonly depth: number;
}

/**
 * Queues the expiration actions of a match that has ended, and evaluates the Correlation rules that name its rule, in
 * the transaction that ends it.
 */
export const recordMatchEnd = async (
  services: Pick<Services, 'work' | 'gate' | 'clock' | 'log' | 'metrics' | 'snapshot'>,
  db: ScopedDatabase,
  context: Context,
  { tenant_id: tenantId, rule_match_id: ruleMatchId, rule_id: ruleId, subject_id: subjectId, depth }: EndedMatch,
  moment: Date,
): Promise<void> => {
  const rule = await readMatchActions(db, tenantId, ruleId);
  const ended = {
    tenantId,
    ruleId,
    subjectId,
    ruleMatchId,
    moment: moment.toISOString(),
    kind: 'RuleMatchEnded' as const,
    actions: rule?.expirationActions ?? [],
    storm: rule?.storm ?? unlimited,
    depth,
    actsWhenOver: true,
  };
  await recordMatchWork(services.work, db, context, [ended]);
  const rulesOf = await engineOf(services).compiled.of(db, [tenantId]);
  await correlateChanges(services, db, context, rulesOf, [ended]);
};
