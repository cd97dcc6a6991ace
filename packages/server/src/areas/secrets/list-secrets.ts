import { sql } from 'kysely';
import type { Context } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { inScope } from '../../platform/database/in-scope.ts';
import { secretColumns, type SecretRow } from './secret-wire.ts';
import { secretsPermission } from './secrets-permission.ts';

/** The tenant's secrets without their values, sorted by name. */
export const listSecrets = (db: ScopedDatabase, context: Context, tenantId: string): Promise<SecretRow[]> =>
  db
    .selectFrom('secrets')
    .select(secretColumns)
    .where('tenant_id', '=', tenantId)
    .where(inScope(context, secretsPermission, 'secrets.tenant_id'))
    .orderBy(sql`name collate cfs.human`)
    .orderBy('name')
    .execute();
