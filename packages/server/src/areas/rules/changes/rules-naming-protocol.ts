import { builtInActions } from '@cfs/contracts/actions';
import { sql } from 'kysely';
import type { Context } from '../../../platform/context.ts';
import type { ScopedDatabase, ScopeRequest } from '../../../platform/database/gate.ts';
import { inScope } from '../../../platform/database/in-scope.ts';

/** A rule whose match makes units that follow a protocol. */
export interface ProtocolRule {
  readonly ruleId: string;
  readonly name: string;
  readonly enabled: boolean;
}

/** The rules within the scope whose create-work-unit action names the protocol, by name. */
export const rulesNamingProtocol = (
  db: ScopedDatabase,
  context: Context,
  scope: ScopeRequest,
  protocolId: string,
): Promise<ProtocolRule[]> => {
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
