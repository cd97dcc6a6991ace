import type { Context } from '../../platform/context.ts';
import type { Services } from '../../platform/services.ts';
import { choosePendingDevices, settlePendingDevices } from './choose-pending-devices.ts';

/**
 * Refuses the chosen machines and deletes them from the list. Their keys stay refused: to enrol again, a machine needs
 * a new key.
 *
 * @throws 404 if one of them is not in the request's tenant.
 */
export const deletePendingDevices = (
  { gate }: Pick<Services, 'gate'>,
  context: Context,
  ids: readonly string[],
): Promise<void> =>
  gate.write(context, 'PendingDevices:edit', async (db, change) => {
    const chosen = await choosePendingDevices(db, context, ids);
    await settlePendingDevices(db, context, ids, 'refused');
    for (const { pending_device_id: id, machine_name: machineName, key_fingerprint: keyFingerprint } of chosen) {
      await change.record({ entity: 'PendingDevice', id, before: { machineName, keyFingerprint } });
    }
  });
