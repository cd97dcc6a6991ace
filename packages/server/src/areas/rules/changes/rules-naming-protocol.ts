import { builtInActions } from '@cfs/contracts/action-enumerations';
import type { MatchedRule } from '@cfs/contracts/protocols';
import { sql } from 'kysely';
import { systemTenantId, type Context } from '../../../platform/context.ts';
import type { ScopedDatabase, ScopeRequest } from '../../../platform/database/gate.ts';
import { inScope } from '../../../platform/database/in-scope.ts';

/** The rules within the scope whose create-work-unit action names the protocol, by name. */
export const rulesNamingProtocol = async (
  db: ScopedDatabase,
  context: Context,
  scope: ScopeRequest,
  protocolId: string,
): Promise<MatchedRule[]> => {
  const naming = JSON.stringify([
    { ActionDefinitionId: builtInActions.createWorkUnit, Parameters: { ProtocolId: protocolId } },
  ]);
  const rows = await db
    .selectFrom('rules')
    .select(['rule_id as ruleId', 'name', 'enabled', 'tenant_id'])
    .where('is_deleted', '=', false)
    .where(inScope(context, scope, 'rules.tenant_id'))
    .where(sql<boolean>`(match_actions @> ${naming}::jsonb or expiration_actions @> ${naming}::jsonb)`)
    .orderBy('name')
    .execute();
  return rows.map(({ tenant_id: tenantId, ...rule }) => ({
    ...rule,
    tenantId: tenantId === systemTenantId ? null : tenantId,
  }));
};
