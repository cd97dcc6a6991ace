import type { MatchExpiry } from '@cfs/contracts/rule-match-commands';
import { matchEndReasons } from '@cfs/contracts/rule-matches';
import { actorName, type Context } from '../../../platform/context.ts';
import { nextModified } from '../../../platform/modified.ts';
import { conflict } from '../../../platform/problems.ts';
import type { Services } from '../../../platform/services.ts';
import { lockMatch } from './find-match.ts';
import { recordMatchEnd } from './record-match-end.ts';

const scope = { permission: 'Rules:edit', shared: true } as const;

/**
 * Ends an open match by hand. As at its expiry, its expiration actions are queued.
 *
 * @throws 404, 409 for a match that has ended.
 */
export const endMatch = (
  services: Pick<Services, 'gate' | 'work' | 'clock' | 'log' | 'metrics' | 'snapshot'>,
  context: Context,
  ruleMatchId: string,
  { reason }: MatchExpiry,
): Promise<void> =>
  services.gate.write(context, scope, async (db, change) => {
    const before = await lockMatch(db, context, scope.permission, ruleMatchId);
    if (before.ended) throw conflict('The match has already ended.');
    const now = context.clock.now();
    const { tenant_id: tenantId, first_match: firstMatch, expires } = before;
    // The timestamp of the packet that began it may be ahead of the server's clock.
    const moment = firstMatch > now ? firstMatch : now;
    const after = await db
      .updateTable('rule_matches')
      .set({
        ended: now,
        end_reason: matchEndReasons.ByHand,
        ended_by: actorName(context.actor),
        end_note: reason,
        completion_processed: true,
        expires: expires < moment ? expires : moment,
        modified: nextModified(now, before.modified),
      })
      .where('tenant_id', '=', tenantId)
      .where('rule_match_id', '=', ruleMatchId)
      .returningAll()
      .executeTakeFirstOrThrow();
    await change.record({ entity: 'RuleMatch', id: ruleMatchId, tenantId, before, after });
    await recordMatchEnd(services, db, context, after, moment);
  });
