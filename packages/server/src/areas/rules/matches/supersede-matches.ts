import { matchEndReasons } from '@cfs/contracts/rule-matches';
import { sql } from 'kysely';
import { nextModifiedIn } from '../../../platform/modified.ts';
import type { Context } from '../../../platform/context.ts';
import { inScope } from '../../../platform/database/in-scope.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import type { Permission } from '@cfs/contracts/permissions';

/** Closes the open matches of a rule as superseded. No expiration action follows, and the history remains. */
export const supersedeMatches = async (
  db: ScopedDatabase,
  context: Context,
  permission: Permission,
  ruleId: string,
): Promise<void> => {
  const now = context.clock.now();
  await db
    .updateTable('rule_matches')
    .set({
      ended: now,
      end_reason: matchEndReasons.Superseded,
      completion_processed: true,
      expires: sql<Date>`least(expires, greatest(first_match, ${now}::timestamptz))`,
      modified: nextModifiedIn('modified', now),
    })
    .where('rule_id', '=', ruleId)
    .where('ended', 'is', null)
    .where(inScope(context, permission, 'rule_matches.tenant_id'))
    .execute();
};
