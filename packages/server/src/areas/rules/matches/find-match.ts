import type { Permission } from '@cfs/contracts/permissions';
import type { Selectable } from 'kysely';
import type { Context } from '../../../platform/context.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import { inScope } from '../../../platform/database/in-scope.ts';
import { notFound } from '../../../platform/problems.ts';
import type { RuleMatchTable } from '../rule-table.ts';

export type RuleMatchRow = Selectable<RuleMatchTable>;

/**
 * Reads a match that the caller may access.
 *
 * @throws 404
 */
export const expectMatch = async (
  db: ScopedDatabase,
  context: Context,
  permission: Permission | readonly Permission[],
  ruleMatchId: string,
): Promise<RuleMatchRow> => {
  const match = await db
    .selectFrom('rule_matches')
    .selectAll()
    .where('rule_match_id', '=', ruleMatchId)
    .where(inScope(context, permission, 'rule_matches.tenant_id'))
    .executeTakeFirst();
  if (!match) throw notFound('Rule Match');
  return match;
};

/** Reads a match as `expectMatch` does, and locks it for a change. */
export const lockMatch = async (
  db: ScopedDatabase,
  context: Context,
  permission: Permission | readonly Permission[],
  ruleMatchId: string,
): Promise<RuleMatchRow> => {
  const { tenant_id: tenantId } = await expectMatch(db, context, permission, ruleMatchId);
  return db
    .selectFrom('rule_matches')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('rule_match_id', '=', ruleMatchId)
    .forUpdate()
    .executeTakeFirstOrThrow();
};
