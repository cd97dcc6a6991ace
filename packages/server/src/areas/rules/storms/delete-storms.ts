import type { Permission } from '@cfs/contracts/permissions';
import type { Context } from '../../../platform/context.ts';
import { inScope } from '../../../platform/database/in-scope.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';

/** Deletes the groups of a rule, its budget, and the data of its next digest. */
export const deleteStorms = async (
  db: ScopedDatabase,
  context: Context,
  permission: Permission,
  ruleId: string,
): Promise<void> => {
  await db
    .deleteFrom('rule_match_groups')
    .where('rule_id', '=', ruleId)
    .where(inScope(context, permission, 'rule_match_groups.tenant_id'))
    .execute();
  await db
    .deleteFrom('rule_action_budgets')
    .where('rule_id', '=', ruleId)
    .where(inScope(context, permission, 'rule_action_budgets.tenant_id'))
    .execute();
  await db
    .updateTable('rule_matches')
    .set({ in_digest: false })
    .where('rule_id', '=', ruleId)
    .where('in_digest', '=', true)
    .where(inScope(context, permission, 'rule_matches.tenant_id'))
    .execute();
};
