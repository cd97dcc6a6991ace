import type { AgentLogs } from '@cfs/contracts/agents';
import { systemContext, type Context } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import type { Services } from '../../platform/services.ts';
import { storeEntityLogs } from '../packets/entity-logs.ts';

type Needs = Pick<Services, 'gate' | 'clock'>;

/** Clears the restart flag of a device after its agent has restarted. */
export const reportRestart = ({ gate, clock }: Needs, caller: Context, deviceId: string): Promise<void> => {
  const { tenantId } = caller;
  const context = systemContext({ name: 'agent', clock, tenantId });
  return gate.write(context, 'Devices:edit', async (db, change) => {
    const restarted = await db
      .updateTable('devices')
      .set((eb) => ({ restart_agent_flag: false, configuration_version: eb('configuration_version', '+', 1) }))
      .where('tenant_id', '=', tenantId)
      .where('device_id', '=', deviceId)
      .where('restart_agent_flag', '=', true)
      .executeTakeFirst();
    const [before, after] = [{ restart_agent_flag: true }, { restart_agent_flag: false }];
    if (restarted.numUpdatedRows > 0n)
      await change.as(caller).record({ entity: 'Device', id: deviceId, tenantId, before, after });
  });
};

/** Returns those of the ids that are operations of the device. Implemented by the area device-operations. */
export type FindOwnOperations = (
  db: ScopedDatabase,
  device: { readonly tenantId: string; readonly deviceId: string },
  ids: readonly string[],
) => Promise<ReadonlySet<string>>;

/** Stores log entries of the device's agent. Entries about one of its operations go to the log of that operation. */
export const reportLogs = (
  { gate, clock }: Needs,
  findOwnOperations: FindOwnOperations,
  device: { readonly tenantId: string; readonly deviceId: string },
  logs: AgentLogs,
): Promise<void> => {
  const { tenantId, deviceId } = device;
  const context = systemContext({ name: 'agent', clock, tenantId });
  return gate.write(context, 'Devices:edit', async (db) => {
    const named = [...new Set(logs.flatMap(({ deviceOperationId }) => deviceOperationId ?? []))];
    const own = await findOwnOperations(db, device, named);
    const byEntity = Map.groupBy(logs, ({ deviceOperationId }) =>
      deviceOperationId !== undefined && own.has(deviceOperationId) ? deviceOperationId : deviceId,
    );
    for (const [entityId, entries] of byEntity)
      await storeEntityLogs(db, { tenantId, entityId }, entries, context.clock.now());
  });
};
