import type { AgentConfiguration } from '@cfs/contracts/agents';
import { deviceLoggingLevels } from '@cfs/contracts/device-enumerations';
import { systemContext, type Context } from '../../platform/context.ts';
import type { Services } from '../../platform/services.ts';
import type { Origin } from '../../platform/tracing/tracing.ts';
import { configurationVersionSql } from './raise-configuration-version.ts';

/** The configuration of an agent, and its version, which the agent sends with its next poll. */
export interface VersionedConfiguration {
  readonly version: number;
  readonly configuration: AgentConfiguration;
}

/** The part of a configuration that other areas provide: operations, packages and publisher keys. */
export type AgentWork = Pick<AgentConfiguration, 'operations' | 'installs' | 'publisherKeys'>;

/** Reads that part; the context has every permission in the device's tenant. */
export type ReadAgentWork = (
  services: Services,
  context: Context,
  device: { readonly tenantId: string; readonly deviceId: string },
) => Promise<AgentWork>;

/**
 * Reads the configuration of a device; `undefined` if the device is deleted. The read belongs to the trace of the
 * origin.
 */
export const readAgentConfiguration = async (
  services: Services,
  readWork: ReadAgentWork,
  { traceId, span }: Origin,
  device: { readonly tenantId: string; readonly deviceId: string },
): Promise<VersionedConfiguration | undefined> => {
  const { gate, clock } = services;
  const context = systemContext({ name: 'agent configuration', clock, tenantId: device.tenantId, traceId, span });
  // The version is read first: a change during the read leads to another poll, so none is missed.
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
