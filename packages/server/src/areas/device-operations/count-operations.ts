import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { inScope } from '../../platform/database/in-scope.ts';
import type { CountOperations } from '../devices/delete-device.ts';
import type { PackageUse } from '../packages/describe-package-use.ts';

const countAll = async (query: { executeTakeFirstOrThrow(): Promise<{ readonly count: string }> }): Promise<number> =>
  Number((await query.executeTakeFirstOrThrow()).count);

/** Counts the operations of a device, deleted ones excluded. */
export const countOperationsOfDevice: CountOperations = (db, { tenantId, deviceId }) =>
  countAll(
    db
      .selectFrom('device_operations')
      .select((row) => row.fn.countAll<string>().as('count'))
      .where('tenant_id', '=', tenantId)
      .where('device_id', '=', deviceId)
      .where('is_deleted', '=', false),
  );

/** Counts the device operations, deleted ones excluded, that belong to a package. */
export const countOperationsOfPackage: PackageUse['countDeviceOperations'] = (db, context, scope, packageId) =>
  countAll(
    db
      .selectFrom('device_operations')
      .innerJoin('package_operations as operation', 'operation.operation_id', 'device_operations.operation_id')
      .select((row) => row.fn.countAll<string>().as('count'))
      .where('operation.package_id', '=', packageId)
      .where('device_operations.is_deleted', '=', false)
      .where(inScope(context, scope, 'device_operations.tenant_id')),
  );

/**
 * Returns those of the ids that are operations of the device. Includes deleted operations, because their last results
 * may still arrive.
 */
export const findOwnOperations = async (
  db: ScopedDatabase,
  { tenantId, deviceId }: { readonly tenantId: string; readonly deviceId: string },
  ids: readonly string[],
): Promise<ReadonlySet<string>> => {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('device_operations')
    .select('device_operation_id')
    .where('tenant_id', '=', tenantId)
    .where('device_id', '=', deviceId)
    .where((row) => row('device_operation_id', '=', row.fn.any(row.val([...ids]))))
    .execute();
  return new Set(rows.map((row) => row.device_operation_id));
};
