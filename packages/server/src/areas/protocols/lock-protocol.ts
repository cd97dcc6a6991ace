import type { Permission } from '@cfs/contracts/permissions';
import type { Selectable } from 'kysely';
import { expectAllTenants } from '../../platform/access/expect-all-tenants.ts';
import { systemTenantId, type Context } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { inScope } from '../../platform/database/in-scope.ts';
import { notFound } from '../../platform/problems.ts';
import type { ProtocolTable } from './protocol-table.ts';

export type ProtocolRow = Selectable<ProtocolTable>;

/**
 * Returns the protocol and locks it until the transaction ends.
 *
 * @throws 404 outside the caller's scope, 403 for a shared protocol without the permission in all tenants.
 */
export const lockProtocol = async (
  db: ScopedDatabase,
  context: Context,
  permission: Permission,
  protocolId: string,
): Promise<ProtocolRow> => {
  const row = await db
    .selectFrom('protocols')
    .selectAll()
    .where('protocol_id', '=', protocolId)
    .where(inScope(context, { permission, shared: true }, 'protocols.tenant_id'))
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound('Protocol');
  if (row.tenant_id === systemTenantId) expectAllTenants(context, permission);
  return row;
};
