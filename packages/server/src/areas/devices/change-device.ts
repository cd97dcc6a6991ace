import type { Device } from '@cfs/contracts/devices';
import type { Permission } from '@cfs/contracts/permissions';
import { sql, type Updateable } from 'kysely';
import type { Context } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import type { Services } from '../../platform/services.ts';
import type { DeviceTable } from './device-table.ts';
import { toDevice } from './device-wire.ts';
import { findDevice, type DeviceRow } from './find-device.ts';

/** The audited columns of a device: only those that change. */
const pick = (row: DeviceRow, columns: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).filter(([column]) => columns.includes(column)));

/**
 * Changes a device in one transaction: locks its row, applies the changes that `decide` returns for it, raises its
 * configuration version and writes the audit record. Returns the changed device.
 *
 * @throws 404 if the device is outside the caller's scope, and whatever `decide` throws.
 */
export const changeDevice = (
  { gate }: Pick<Services, 'gate'>,
  context: Context,
  permission: Permission,
  deviceId: string,
  decide: (row: DeviceRow, db: ScopedDatabase) => Updateable<DeviceTable> | Promise<Updateable<DeviceTable>>,
): Promise<Device> =>
  gate.write(context, permission, async (db, change) => {
    const row = await findDevice(db, context, permission, deviceId);
    const changes = await decide(row, db);
    const changed = await db
      .updateTable('devices')
      .set({
        ...changes,
        configuration_version: sql`configuration_version + 1`,
        ...change.modified(row),
      })
      .where('tenant_id', '=', row.tenant_id)
      .where('device_id', '=', deviceId)
      .returningAll()
      .executeTakeFirstOrThrow();
    await change.record({
      entity: 'Device',
      id: deviceId,
      tenantId: row.tenant_id,
      before: pick(row, Object.keys(changes)),
      after: changes,
    });
    return toDevice(changed);
  });
