import type { AgentConfiguration } from '@cfs/contracts/agents';
import { deviceLoggingLevels } from '@cfs/contracts/device-enumerations';
import { systemContext } from '../../platform/context.ts';
import type { Services } from '../../platform/services.ts';

/** What an agent is to do, and the version that it names when it asks again. */
export interface VersionedConfiguration {
  readonly version: number;
  readonly configuration: AgentConfiguration;
}

/** `undefined` once the device is deleted. */
export const readAgentConfiguration = async (
  { gate, clock }: Pick<Services, 'gate' | 'clock'>,
  device: { readonly tenantId: string; readonly deviceId: string },
): Promise<VersionedConfiguration | undefined> => {
  const context = systemContext({ name: 'agent configuration', clock, tenantId: device.tenantId });
  const row = await gate.read(context, 'Devices:view', (db) =>
    db
      .selectFrom('devices')
      .selectAll()
      .where('tenant_id', '=', device.tenantId)
      .where('device_id', '=', device.deviceId)
      .where('is_deleted', '=', false)
      .executeTakeFirst(),
  );
  return (
    row && {
      version: row.configuration_version,
      configuration: {
        deviceId: row.device_id,
        name: row.name,
        enabled: row.enabled,
        heartbeatInterval: row.heartbeat_interval,
        restartAgentFlag: row.restart_agent_flag,
        shipsLogs: row.device_logging_level_id === deviceLoggingLevels.All,
        traceExpiration: row.trace_expiration?.toISOString() ?? null,
        operations: [],
        installs: [],
        publisherKeys: [],
      },
    }
  );
};
