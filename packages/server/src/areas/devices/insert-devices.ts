import { deviceLoggingLevels, deviceTypes } from '@cfs/contracts/device-enumerations';
import { heartbeatIntervalLimits } from '@cfs/contracts/devices';
import type { Change } from '../../platform/audit/change.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { insertHeartbeatBlocks } from '../blocks/heartbeat-blocks.ts';

interface NewDevice {
  readonly tenantId: string;
  readonly deviceId: string;
  readonly subscriptionId: string;
  readonly name: string;
  readonly operatingSystemId: number;
}

/** Creates devices, each with its heartbeat block; the caller writes the audit records. */
export const insertDevices = async (
  db: ScopedDatabase,
  change: Change,
  devices: readonly NewDevice[],
): Promise<void> => {
  await db
    .insertInto('devices')
    .values(
      devices.map(({ tenantId, deviceId, subscriptionId, name, operatingSystemId }) => ({
        tenant_id: tenantId,
        device_id: deviceId,
        subscription_id: subscriptionId,
        name,
        description: null,
        tags: null,
        device_type_id: deviceTypes.Unknown,
        location_id: null,
        operating_system_id: operatingSystemId,
        device_logging_level_id: deviceLoggingLevels.All,
        heartbeat_interval: heartbeatIntervalLimits.default,
        enabled: true,
        trace_expiration: null,
        ...change.created(),
      })),
    )
    .execute();
  await insertHeartbeatBlocks(db, change, devices);
};
