import { deviceHasOperationsMessage } from '@cfs/contracts/device-enumerations';
import type { Context } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { conflict } from '../../platform/problems.ts';
import type { Services } from '../../platform/services.ts';
import { deleteHeartbeatBlock } from '../blocks/heartbeat-blocks.ts';
import { changeDevice } from './change-device.ts';
import { setCredentialStatus } from './write-agent-credentials.ts';

/** How many operations are assigned to a device: the question that its deletion asks the area of operations. */
export type CountOperations = (
  db: ScopedDatabase,
  device: { readonly tenantId: string; readonly deviceId: string },
) => Promise<number>;

/**
 * Marks the device deleted and ends its agent's credential for good. Its tile goes, its packets stay.
 *
 * @throws 404 for a device out of reach, 409 while operations are assigned to it.
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
