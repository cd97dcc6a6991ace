import { sql } from 'kysely';
import { systemTenantId } from '../../../platform/context.ts';
import { inScope } from '../../../platform/database/in-scope.ts';
import { readsSecret, type FindSecretUsers } from '../../secrets/secret-users.ts';

/** The rules of a tenant and of all tenants with an action whose parameters read a secret. */
export const rulesReadingSecret: FindSecretUsers = async (db, context, scope, { tenantId, name }) => {
  const rows = await db
    .selectFrom('rules')
    .select('name')
    .where('is_deleted', '=', false)
    .where((row) => row('tenant_id', '=', row.fn.any(row.val([tenantId, systemTenantId]))))
    .where(inScope(context, scope, 'rules.tenant_id'))
    .where(readsSecret(sql`match_actions::text || ' ' || expiration_actions::text`, name))
    .orderBy('name')
    .execute();
  return rows.map((row) => ({ kind: 'rule', name: row.name }));
};
