import { deviceLoggingLevels, deviceTypes, type Device, type DeviceUpdate } from '@cfs/contracts/devices';
import type { Updateable } from 'kysely';
import { systemTenantId, type Context } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { expectModified } from '../../platform/modified.ts';
import { invalid } from '../../platform/problems.ts';
import type { Services } from '../../platform/services.ts';
import { expectSubscription } from '../subscriptions/expect-subscription.ts';
import { changeDevice } from './change-device.ts';
import type { DeviceTable } from './device-table.ts';

const expectLocation = async (db: ScopedDatabase, tenantId: string, locationId: string): Promise<void> => {
  const found = await db
    .selectFrom('locations')
    .select('location_id')
    .where('tenant_id', 'in', [tenantId, systemTenantId])
    .where('location_id', '=', locationId)
    .executeTakeFirst();
  if (!found) throw invalid({ locationId: ['The location was not found.'] });
};

const toColumns = (update: DeviceUpdate): Updateable<DeviceTable> => ({
  ...(update.name !== undefined && { name: update.name }),
  ...(update.description !== undefined && { description: update.description }),
  ...(update.tags !== undefined && { tags: update.tags }),
  ...(update.deviceTypeId !== undefined && { device_type_id: deviceTypes[update.deviceTypeId] }),
  ...(update.locationId !== undefined && { location_id: update.locationId }),
  ...(update.operatingSystemId !== undefined && { operating_system_id: update.operatingSystemId }),
  ...(update.subscriptionId !== undefined && { subscription_id: update.subscriptionId }),
  ...(update.deviceLoggingLevelId !== undefined && {
    device_logging_level_id: deviceLoggingLevels[update.deviceLoggingLevelId],
  }),
  ...(update.heartbeatInterval !== undefined && { heartbeat_interval: update.heartbeatInterval }),
  ...(update.enabled !== undefined && { enabled: update.enabled }),
});

/**
 * Changes what the form shows; its heartbeat block follows into another subscription.
 *
 * @throws 404 for a device out of reach, 409 when it has moved on since the form was opened, 400 for a subscription or
 * location that the device's tenant does not have.
 */
export const updateDevice = (
  services: Pick<Services, 'gate' | 'snapshot'>,
  context: Context,
  deviceId: string,
  update: DeviceUpdate,
): Promise<Device> =>
  changeDevice(services, context, 'Devices:edit', deviceId, async (row, db) => {
    expectModified(row.modified, update.modified);
    if (update.locationId) await expectLocation(db, row.tenant_id, update.locationId);
    if (update.subscriptionId !== undefined && update.subscriptionId !== row.subscription_id) {
      await expectSubscription(services, row.tenant_id, update.subscriptionId);
      await db
        .updateTable('blocks')
        .set({ subscription_id: update.subscriptionId })
        .where('tenant_id', '=', row.tenant_id)
        .where('block_id', '=', deviceId)
        .execute();
    }
    return toColumns(update);
  });
