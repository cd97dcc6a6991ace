import { nameOf } from '@cfs/contracts/name-of';
import { deviceLoggingLevels, deviceTypes, type Device } from '@cfs/contracts/devices';
import type { Selectable } from 'kysely';
import type { DeviceTable } from './device-table.ts';

/** A device as it travels. */
export const toDevice = (row: Selectable<DeviceTable>): Device => ({
  deviceId: row.device_id,
  tenantId: row.tenant_id,
  subscriptionId: row.subscription_id,
  name: row.name,
  description: row.description,
  tags: row.tags,
  deviceTypeId: nameOf(deviceTypes, row.device_type_id),
  locationId: row.location_id,
  operatingSystemId: row.operating_system_id,
  deviceLoggingLevelId: nameOf(deviceLoggingLevels, row.device_logging_level_id),
  heartbeatInterval: row.heartbeat_interval,
  enabled: row.enabled,
  restartAgentFlag: row.restart_agent_flag,
  traceMinutes: row.trace_minutes,
  traceExpiration: row.trace_expiration?.toISOString() ?? null,
  isDeleted: row.is_deleted,
  created: row.created.toISOString(),
  modified: row.modified.toISOString(),
});
