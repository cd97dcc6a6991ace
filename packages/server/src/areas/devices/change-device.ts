import type { Device } from '@cfs/contracts/devices';
import type { Permission } from '@cfs/contracts/permissions';
import { sql, type Updateable } from 'kysely';
import type { Context } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import type { Services } from '../../platform/services.ts';
import type { DeviceTable } from './device-table.ts';
import { toDevice } from './device-wire.ts';
import { findDevice, type DeviceRow } from './find-device.ts';

/** What an audit tells of a device: the changed columns alone. */
const pick = (row: DeviceRow, columns: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).filter(([column]) => columns.includes(column)));

/**
 * Changes a device as `decide` says after it has seen the locked row, raises the version that its agent waits for, and
 * records the audit, all in one transaction. Answers the device as it is then.
 *
 * @throws 404 when the device is not among the caller's, and whatever `decide` throws.
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
