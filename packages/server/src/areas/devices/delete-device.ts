import { deviceHasOperationsMessage } from '@cfs/contracts/device-enumerations';
import type { Context } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { conflict } from '../../platform/problems.ts';
import type { Services } from '../../platform/services.ts';
import { deleteHeartbeatBlock } from '../blocks/heartbeat-blocks.ts';
import { changeDevice } from './change-device.ts';
import { setCredentialStatus } from './write-agent-credentials.ts';

/** Counts the operations that are assigned to a device. Implemented by the area device-operations. */
export type CountOperations = (
  db: ScopedDatabase,
  device: { readonly tenantId: string; readonly deviceId: string },
) => Promise<number>;

/**
 * Marks the device as deleted, permanently refuses its agent's credential and deletes its heartbeat block. Its packets
 * are kept.
 *
 * @throws 404 if the device is outside the caller's scope, 409 while operations are assigned to it.
 */
export const deleteDevice = async (
  services: Pick<Services, 'gate'>,
  context: Context,
  deviceId: string,
  countOperations: CountOperations,
): Promise<void> => {
  await changeDevice(services, context, 'Devices:delete', deviceId, async (row, db) => {
    if ((await countOperations(db, { tenantId: row.tenant_id, deviceId })) > 0) {
      throw conflict(deviceHasOperationsMessage(row.name));
    }
    await setCredentialStatus(db, row.tenant_id, [deviceId], 'refused');
    await deleteHeartbeatBlock(db, { tenantId: row.tenant_id, deviceId });
    return { is_deleted: true };
  });
};
