import { systemTenantId } from '../../../platform/context.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import { compileStoredRule } from '../conditions/compile-stored-rule.ts';
import { runnableColumns } from '../conditions/runnable-rule.ts';
import type { MatchKey } from '../matches/match-writes.ts';

/**
 * Whether the subject of a match has returned: it has sent a packet since the last hit, and all alternatives of the
 * rule are about absence.
 */
export const hasReturned = async (
  db: ScopedDatabase,
  { tenantId, ruleId, subjectId }: MatchKey,
  lastMatch: Date,
): Promise<boolean> => {
  const packet = await db
    .selectFrom('packets_latest')
    .select('timestamp')
    .where('tenant_id', '=', tenantId)
    .where('entity_id', '=', subjectId)
    .where('timestamp', '>', lastMatch)
    .executeTakeFirst();
  if (!packet) return false;
  const row = await db
    .selectFrom('rules')
    .select(runnableColumns)
    .where((rule) => rule('tenant_id', '=', rule.fn.any(rule.val([tenantId, systemTenantId]))))
    .where('rule_id', '=', ruleId)
    .executeTakeFirst();
  const compiled = row && compileStoredRule(row);
  return compiled?.alternatives.every(({ absence }) => absence !== undefined) === true;
};
