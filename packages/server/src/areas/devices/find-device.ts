import type { Permission } from '@cfs/contracts/permissions';
import type { Context } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { inScope } from '../../platform/database/in-scope.ts';
import { notFound } from '../../platform/problems.ts';

/**
 * Returns the row of a device that is not deleted, and locks it.
 *
 * @throws 404 if there is none in the tenants where the caller holds the permission.
 */
export const findDevice = async (db: ScopedDatabase, context: Context, permission: Permission, deviceId: string) => {
  const row = await db
    .selectFrom('devices')
    .selectAll()
    .where('device_id', '=', deviceId)
    .where('is_deleted', '=', false)
    .where(inScope(context, permission, 'devices.tenant_id'))
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound('Device');
  return row;
};

export type DeviceRow = Awaited<ReturnType<typeof findDevice>>;
