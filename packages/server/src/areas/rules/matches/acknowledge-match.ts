import { actorName, type Context } from '../../../platform/context.ts';
import { nextModified } from '../../../platform/modified.ts';
import { conflict } from '../../../platform/problems.ts';
import type { Services } from '../../../platform/services.ts';
import { lockMatch } from './find-match.ts';

/** Permissions that allow acknowledging: those to edit rules and to edit work units. */
export const acknowledgers = ['Rules:edit', 'WorkUnits:edit'] as const;

/**
 * Records that the actor has acknowledged a match, and when.
 *
 * @throws 404, 409 with the name of the person who acknowledged it before.
 */
export const acknowledgeMatch = (
  { gate }: Pick<Services, 'gate'>,
  context: Context,
  ruleMatchId: string,
): Promise<void> =>
  gate.write(context, acknowledgers, async (db, change) => {
    const before = await lockMatch(db, context, acknowledgers, ruleMatchId);
    if (before.acknowledged_by) throw conflict(`${before.acknowledged_by} has already acknowledged the match.`);
    const now = context.clock.now();
    const { tenant_id: tenantId } = before;
    const after = await db
      .updateTable('rule_matches')
      .set({
        acknowledged: now,
        acknowledged_by: actorName(context.actor),
        modified: nextModified(now, before.modified),
      })
      .where('tenant_id', '=', tenantId)
      .where('rule_match_id', '=', ruleMatchId)
      .returningAll()
      .executeTakeFirstOrThrow();
    await change.record({ entity: 'RuleMatch', id: ruleMatchId, tenantId, before, after });
  });
