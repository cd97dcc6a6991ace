import { sql } from 'kysely';
import { systemTenantId } from '../../../platform/context.ts';
import { inScope } from '../../../platform/database/in-scope.ts';
import { readsSecret, type FindSecretUsers } from '../../secrets/secret-users.ts';

/** The actions of a tenant and of all tenants whose address, headers or body read a secret. */
export const actionsReadingSecret: FindSecretUsers = async (db, context, scope, { tenantId, name }) => {
  const rows = await db
    .selectFrom('action_definitions')
    .select('name')
    .where((row) => row('tenant_id', '=', row.fn.any(row.val([tenantId, systemTenantId]))))
    .where(inScope(context, scope, 'action_definitions.tenant_id'))
    .where(readsSecret(sql`concat_ws(e'\n', endpoint_url, headers, body)`, name))
    .orderBy('name')
    .execute();
  return rows.map((row) => ({ kind: 'action', name: row.name }));
};
