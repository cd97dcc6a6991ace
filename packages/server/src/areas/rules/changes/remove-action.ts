import { ruleActionSchema } from '@cfs/contracts/rules';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Change } from '../../../platform/audit/change.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import { inScope } from '../../../platform/database/in-scope.ts';
import { raiseRuleEpoch } from './raise-rule-epoch.ts';

const actionsSchema = z.array(ruleActionSchema);
const permission = 'ActionDefinitions:delete';

/** Removes an action that is being deleted from the rules that name it, in the caller's transaction. */
export const removeAction = async (db: ScopedDatabase, change: Change, actionDefinitionId: string): Promise<void> => {
  const naming = JSON.stringify([{ ActionDefinitionId: actionDefinitionId }]);
  const named = db
    .selectFrom('rules')
    .where(inScope(change.context, permission, 'rules.tenant_id'))
    .where(sql<boolean>`(match_actions @> ${naming}::jsonb or expiration_actions @> ${naming}::jsonb)`);
  const tenants = await named.select('tenant_id').distinct().orderBy('tenant_id').execute();
  for (const { tenant_id } of tenants) await raiseRuleEpoch(db, tenant_id);

  const without = (actions: unknown): string =>
    JSON.stringify(actionsSchema.parse(actions).filter((action) => action.ActionDefinitionId !== actionDefinitionId));
  const rules = await named
    .select(['tenant_id', 'rule_id', 'match_actions', 'expiration_actions', 'modified'])
    .forUpdate()
    .execute();
  for (const { tenant_id: tenantId, rule_id: id, modified, ...before } of rules) {
    const after = {
      match_actions: without(before.match_actions),
      expiration_actions: without(before.expiration_actions),
    };
    await db
      .updateTable('rules')
      .set({
        ...after,
        ...change.modified({ modified }),
      })
      .where('tenant_id', '=', tenantId)
      .where('rule_id', '=', id)
      .execute();
    await change.record({ entity: 'Rule', id, tenantId, before, after });
  }
};
