import { blockTypes } from '@cfs/contracts/block-enumerations';
import type { Change } from '../../platform/audit/change.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';

/** A device, whose heartbeat block has the same id. */
interface Device {
  readonly tenantId: string;
  readonly deviceId: string;
}

interface NewDevice extends Device {
  readonly subscriptionId: string;
  readonly name: string;
}

/** Creates the heartbeat blocks of new devices; the audit records of the devices cover them. */
export const insertHeartbeatBlocks = async (
  db: ScopedDatabase,
  change: Change,
  devices: readonly NewDevice[],
): Promise<void> => {
  await db
    .insertInto('blocks')
    .values(
      devices.map(({ tenantId, deviceId, subscriptionId, name }) => ({
        tenant_id: tenantId,
        block_id: deviceId,
        subscription_id: subscriptionId,
        name,
        description: null,
        block_type_id: blockTypes.deviceHeartbeat,
        ...change.created(),
      })),
    )
    .execute();
};

/** Moves the heartbeat block of a device into another subscription of its tenant. */
export const moveHeartbeatBlock = async (
  db: ScopedDatabase,
  { tenantId, deviceId }: Device,
  subscriptionId: string,
): Promise<void> => {
  await db
    .updateTable('blocks')
    .set({ subscription_id: subscriptionId })
    .where('tenant_id', '=', tenantId)
    .where('block_id', '=', deviceId)
    .execute();
};

/** Deletes the heartbeat block of a device that is being deleted. */
export const deleteHeartbeatBlock = async (db: ScopedDatabase, { tenantId, deviceId }: Device): Promise<void> => {
  await db.deleteFrom('blocks').where('tenant_id', '=', tenantId).where('block_id', '=', deviceId).execute();
};
