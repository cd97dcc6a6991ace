import { matchEndReasons } from '@cfs/contracts/rule-matches';
import { nextModifiedIn } from '../../../platform/modified.ts';
import type { Services } from '../../../platform/services.ts';
import type { TimerHandler } from '../../../platform/durable-work/step-handler.ts';
import { findIntakeWait } from '../../packets/ingest/find-intake-wait.ts';
import { findSpoolWaits } from '../../packets/ingest/find-spool-waits.ts';
import { recordMatchEnd } from './record-match-end.ts';

/** Milliseconds between checks of a spool that an expiry waits for. */
const waitStep = 15_000;

/**
 * Ends a match whose lifetime has passed, by compare-and-set under the row's lock, and queues the expiration actions in
 * the same transaction. If hits have extended the match, returns its new expiry; a match that has already ended is left
 * alone. While the spool of the device holds packets from before the expiry, the end waits, for at most 10 minutes
 * after the device was connected. After an outage of the server it first waits for the reports of agents.
 */
export const expireMatch: TimerHandler<
  Pick<Services, 'work' | 'gate' | 'clock' | 'log' | 'metrics' | 'snapshot'>
> = async (db, { context }, timer, services) => {
  const { tenantId, key: ruleMatchId } = timer;
  const match = await db
    .selectFrom('rule_matches')
    .select(['tenant_id', 'rule_match_id', 'rule_id', 'subject_id', 'expires', 'depth'])
    .where('tenant_id', '=', tenantId)
    .where('rule_match_id', '=', ruleMatchId)
    .where('ended', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!match) return undefined;
  const now = context.clock.now();
  if (match.expires > now) return match.expires;
  const intakeWait = await findIntakeWait(db, now);
  if (intakeWait) return intakeWait;
  const spool = { entityId: match.subject_id, due: match.expires, until: match.expires };
  const waitEnd = (await findSpoolWaits(db, tenantId, [spool])).get(match.subject_id) ?? 0;
  if (now.getTime() < waitEnd) return new Date(Math.min(now.getTime() + waitStep, waitEnd));
  await db
    .updateTable('rule_matches')
    .set({
      ended: now,
      end_reason: matchEndReasons.Expired,
      completion_processed: true,
      modified: nextModifiedIn('modified', now),
    })
    .where('tenant_id', '=', tenantId)
    .where('rule_match_id', '=', ruleMatchId)
    .execute();
  await recordMatchEnd(services, db, context, match, match.expires);
  return undefined;
};
