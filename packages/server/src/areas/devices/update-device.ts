import { type Device, type DeviceUpdate } from '@cfs/contracts/devices';
import type { Context } from '../../platform/context.ts';
import { expectModified } from '../../platform/modified.ts';
import { toColumns } from '../../platform/odata/wire-form.ts';
import type { Services } from '../../platform/services.ts';
import { moveHeartbeatBlock } from '../blocks/heartbeat-blocks.ts';
import { expectLocation } from '../locations/expect-location.ts';
import { expectSubscription } from '../subscriptions/expect-subscription.ts';
import { changeDevice } from './change-device.ts';
import { deviceEntity } from './device-entity.ts';

/**
 * Changes the fields of the form. If the subscription changes, the heartbeat block moves as well.
 *
 * @throws 404 if the device is outside the caller's scope, 409 if it has changed since the form was opened, 400 for a
 * subscription or location that the device's tenant does not have.
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
      await moveHeartbeatBlock(db, { tenantId: row.tenant_id, deviceId }, update.subscriptionId);
    }
    return toColumns(deviceEntity, update);
  });
