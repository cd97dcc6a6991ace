import type { Context } from '../../../platform/context.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import type { Services } from '../../../platform/services.ts';
import { queueActions } from '../../actions/queue-actions.ts';
import type { CompiledRule } from '../evaluation/compile-rule.ts';
import { matchActionHandler, matchSubjectKind, matchSubjectPrefix } from './record-match-work.ts';

/** Maximum number of matches that lead to one another. */
export const maximumChainDepth = 5;

/** A rule that would begin a match beyond the maximum depth of a chain. */
export interface ChainEnd {
  readonly tenantId: string;
  readonly subjectId: string;
  readonly compiled: CompiledRule;
  /** The match that led to it, or null when a work unit did. */
  readonly referenceId: string | null;
  /** The internal id of the work unit that led to it, or null. */
  readonly correlationId: string | null;
}

const reasonOf = (name: string): string =>
  `The rule "${name}" did not run: a chain of rules has at most ${maximumChainDepth} matches.`;

/** Records in the action history that the match actions of the rules could not be queued, and logs it. */
export const recordChainEnds = async (
  { work, log }: Pick<Services, 'work' | 'log'>,
  db: ScopedDatabase,
  context: Context,
  ended: readonly ChainEnd[],
): Promise<void> => {
  if (ended.length === 0) return;
  for (const { tenantId, compiled } of ended)
    log.warn({ ruleId: compiled.rule.ruleId, tenantId }, 'a chain of rules reached its maximum depth');
  await queueActions(
    work,
    db,
    context,
    ended.map(({ tenantId, subjectId, compiled: { rule }, referenceId, correlationId }) => ({
      tenantId,
      kind: 'RuleMatchBegan',
      actions: rule.matchActions,
      notQueued: reasonOf(rule.name),
      subject: { kind: matchSubjectKind, id: `${matchSubjectPrefix(rule.ruleId)}${subjectId}` },
      handler: matchActionHandler,
      payload: {},
      referenceId,
      correlationId,
    })),
  );
};
