import { sql } from 'kysely';
import { systemTenantId } from '../../platform/context.ts';
import { inScope } from '../../platform/database/in-scope.ts';
import { readsSecret, type FindSecretUsers } from '../secrets/secret-users.ts';

/** The protocols of a tenant and the shared ones with an action whose parameters reference a secret. */
export const protocolsReadingSecret: FindSecretUsers = async (db, context, scope, { tenantId, name }) => {
  const rows = await db
    .selectFrom('protocols')
    .select('protocols.name')
    .where((row) => row('protocols.tenant_id', '=', row.fn.any(row.val([tenantId, systemTenantId]))))
    .where(inScope(context, scope, 'protocols.tenant_id'))
    .where((row) =>
      row.exists(
        row
          .selectFrom('protocol_actions')
          .select('protocol_action_id')
          .whereRef('protocol_actions.tenant_id', '=', 'protocols.tenant_id')
          .whereRef('protocol_actions.protocol_id', '=', 'protocols.protocol_id')
          .where(readsSecret(sql`protocol_actions.parameters`, name)),
      ),
    )
    .orderBy('protocols.name')
    .execute();
  return rows.map((row) => ({ kind: 'protocol', name: row.name }));
};
