import type { Selectable } from 'kysely';
import type { Context } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { inScope } from '../../platform/database/in-scope.ts';
import { notFound } from '../../platform/problems.ts';
import { findDevice, type DeviceRow } from '../devices/find-device.ts';
import type { DeviceOperationTable } from './device-operation-tables.ts';

export type DeviceOperationRow = Selectable<DeviceOperationTable>;

/** Permission and scope for changing device operations. */
export const editScope = { permission: 'Devices:edit', shared: true } as const;

/** A device operation that is not deleted, with its device; both are locked until the transaction ends. */
export interface HeldDeviceOperation {
  readonly device: DeviceRow;
  readonly operation: DeviceOperationRow;
}

/**
 * Locks a device operation after its device, as every write of device operations does.
 *
 * @throws 404 if it is deleted or outside the caller's scope.
 */
export const lockDeviceOperation = async (
  db: ScopedDatabase,
  context: Context,
  deviceOperationId: string,
): Promise<HeldDeviceOperation> => {
  const operations = db
    .selectFrom('device_operations')
    .selectAll()
    .where('device_operation_id', '=', deviceOperationId)
    .where('is_deleted', '=', false)
    .where(inScope(context, editScope, 'device_operations.tenant_id'));
  const found = await operations.executeTakeFirst();
  if (!found) throw notFound('Device Operation');
  const device = await findDevice(db, context, editScope.permission, found.device_id);
  const operation = await operations.forUpdate().executeTakeFirst();
  if (!operation) throw notFound('Device Operation');
  return { device, operation };
};
