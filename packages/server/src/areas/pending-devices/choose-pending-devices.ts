import type { Context } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { inScope } from '../../platform/database/in-scope.ts';
import { notFound } from '../../platform/problems.ts';
import { lockCredentials, setCredentialStatus } from '../devices/write-agent-credentials.ts';

/**
 * Returns the chosen pending devices of the request's tenant, locked. Their credentials are locked first, in the same
 * order as by a sign-in: the opposite order could deadlock.
 *
 * @throws 404 unless all of them exist: a batch is processed completely or not at all.
 */
export const choosePendingDevices = async (db: ScopedDatabase, context: Context, ids: readonly string[]) => {
  const distinct = [...new Set(ids)];
  await lockCredentials(db, context, distinct);
  const rows = await db
    .selectFrom('pending_devices')
    .selectAll()
    .where('tenant_id', '=', context.tenantId)
    .where('pending_device_id', 'in', distinct)
    .where(inScope(context, 'PendingDevices:edit', 'pending_devices.tenant_id'))
    .orderBy('pending_device_id')
    .forUpdate()
    .execute();
  if (rows.length < distinct.length) throw notFound('Pending device');
  return rows;
};

/** Deletes the chosen pending devices and sets the status of their credentials. */
export const settlePendingDevices = async (
  db: ScopedDatabase,
  context: Context,
  ids: readonly string[],
  status: 'promoted' | 'refused',
): Promise<void> => {
  await setCredentialStatus(db, context.tenantId, ids, status);
  await db
    .deleteFrom('pending_devices')
    .where('tenant_id', '=', context.tenantId)
    .where('pending_device_id', 'in', ids)
    .execute();
};
