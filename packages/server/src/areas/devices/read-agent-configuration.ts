import type { AgentConfiguration } from '@cfs/contracts/agents';
import { deviceLoggingLevels } from '@cfs/contracts/device-enumerations';
import { systemContext, type Context } from '../../platform/context.ts';
import type { Services } from '../../platform/services.ts';
import type { Origin } from '../../platform/tracing/tracing.ts';
import { configurationVersionSql } from './raise-configuration-version.ts';

/** What an agent is to do, and the version that it names when it asks again. */
export interface VersionedConfiguration {
  readonly version: number;
  readonly configuration: AgentConfiguration;
}

/** The part of a configuration that the areas above devices know: operations, packages and the keys of publishers. */
export type AgentWork = Pick<AgentConfiguration, 'operations' | 'installs' | 'publisherKeys'>;

/** Reads that part; the context has every permission in the device's tenant. */
export type ReadAgentWork = (
  services: Services,
  context: Context,
  device: { readonly tenantId: string; readonly deviceId: string },
) => Promise<AgentWork>;

/** `undefined` once the device is deleted. The read belongs to the trace of the origin. */
export const readAgentConfiguration = async (
  services: Services,
  readWork: ReadAgentWork,
  { traceId, span }: Origin,
  device: { readonly tenantId: string; readonly deviceId: string },
): Promise<VersionedConfiguration | undefined> => {
  const { gate, clock } = services;
  const context = systemContext({ name: 'agent configuration', clock, tenantId: device.tenantId, traceId, span });
  // The version is read first: what changes meanwhile is read once more, and nothing is missed.
  const row = await gate.read(context, { permission: 'Devices:view', shared: true }, (db) =>
    db
      .selectFrom('devices')
      .selectAll()
      .select(configurationVersionSql('devices').as('version'))
      .where('tenant_id', '=', device.tenantId)
      .where('device_id', '=', device.deviceId)
      .where('is_deleted', '=', false)
      .executeTakeFirst(),
  );
  if (!row) return undefined;
  return {
    version: row.version,
    configuration: {
      deviceId: row.device_id,
      name: row.name,
      enabled: row.enabled,
      heartbeatInterval: row.heartbeat_interval,
      restartAgentFlag: row.restart_agent_flag,
      shipsLogs: row.device_logging_level_id === deviceLoggingLevels.All,
      traceExpiration: row.trace_expiration?.toISOString() ?? null,
      ...(await readWork(services, context, device)),
    },
  };
};
