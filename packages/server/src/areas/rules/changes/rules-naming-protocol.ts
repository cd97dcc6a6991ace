import { builtInActions } from '@cfs/contracts/actions';
import { sql } from 'kysely';
import type { Context } from '../../../platform/context.ts';
import type { ScopedDatabase, ScopeRequest } from '../../../platform/database/gate.ts';
import { inScope } from '../../../platform/database/in-scope.ts';

/** The rules within the scope whose create-work-unit action names the protocol, by name. */
export const rulesNamingProtocol = (
  db: ScopedDatabase,
  context: Context,
  scope: ScopeRequest,
  protocolId: string,
): Promise<{ ruleId: string; name: string; enabled: boolean }[]> => {
  const naming = JSON.stringify([
    { ActionDefinitionId: builtInActions.createWorkUnit, Parameters: { ProtocolId: protocolId } },
  ]);
  return db
    .selectFrom('rules')
    .select(['rule_id as ruleId', 'name', 'enabled'])
    .where('is_deleted', '=', false)
    .where(inScope(context, scope, 'rules.tenant_id'))
    .where(sql<boolean>`(match_actions @> ${naming}::jsonb or expiration_actions @> ${naming}::jsonb)`)
    .orderBy('name')
    .execute();
};
