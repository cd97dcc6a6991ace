import type { Permission } from '@cfs/contracts/permissions';
import type { Context } from '../../../platform/context.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import { inScope } from '../../../platform/database/in-scope.ts';

/** Deletes the counts of the patterns of a rule. */
export const deleteOccurrences = async (
  db: ScopedDatabase,
  context: Context,
  permission: Permission,
  ruleId: string,
): Promise<void> => {
  await db
    .deleteFrom('rule_occurrences')
    .where('rule_id', '=', ruleId)
    .where(inScope(context, permission, 'rule_occurrences.tenant_id'))
    .execute();
};
