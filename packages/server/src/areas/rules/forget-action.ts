import { ruleActionSchema } from '@cfs/contracts/rules';
import { sql } from 'kysely';
import { z } from 'zod';
import { actorName, type Context } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { inScope } from '../../platform/database/in-scope.ts';
import type { Services } from '../../platform/services.ts';
import { raiseRuleEpoch } from './raise-epoch.ts';
import './rule-table.ts';

const actionsSchema = z.array(ruleActionSchema);
const permission = 'ActionDefinitions:delete';

/** Takes an action that is being deleted out of the rules that name it, in the caller's transaction. */
export const forgetAction = async (
  { audit }: Pick<Services, 'audit'>,
  db: ScopedDatabase,
  context: Context,
  actionDefinitionId: string,
): Promise<void> => {
  const naming = JSON.stringify([{ ActionDefinitionId: actionDefinitionId }]);
  const named = db
    .selectFrom('rules')
    .where(inScope(context, permission, 'rules.tenant_id'))
    .where(sql<boolean>`(match_actions @> ${naming}::jsonb or expiration_actions @> ${naming}::jsonb)`);
  const tenants = await named.select('tenant_id').distinct().orderBy('tenant_id').execute();
  for (const { tenant_id } of tenants) await raiseRuleEpoch(db, tenant_id);

  const without = (actions: unknown): string =>
    JSON.stringify(actionsSchema.parse(actions).filter((action) => action.ActionDefinitionId !== actionDefinitionId));
  const rules = await named
    .select(['tenant_id', 'rule_id', 'match_actions', 'expiration_actions'])
    .forUpdate()
    .execute();
  for (const { tenant_id: tenantId, rule_id: id, ...before } of rules) {
    const after = {
      match_actions: without(before.match_actions),
      expiration_actions: without(before.expiration_actions),
    };
    await db
      .updateTable('rules')
      .set({
        ...after,
        modified: sql<Date>`greatest(${context.clock.now()}::timestamptz, modified + interval '1 ms')`,
        modified_by: actorName(context.actor),
      })
      .where('tenant_id', '=', tenantId)
      .where('rule_id', '=', id)
      .execute();
    await audit.record(db, context, { entity: 'Rule', id, tenantId, before, after });
  }
};
