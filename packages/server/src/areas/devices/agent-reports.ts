import type { AgentLogs } from '@cfs/contracts/agents';
import { systemContext, type Context } from '../../platform/context.ts';
import type { Services } from '../../platform/services.ts';
import { storeEntityLogs } from '../packets/entity-logs.ts';

type Needs = Pick<Services, 'gate' | 'clock'>;

/** Clears the restart flag of the device, whose agent has restarted. */
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

/** Stores logs of the device's agent. */
export const reportLogs = (
  { gate, clock }: Needs,
  { tenantId }: Context,
  deviceId: string,
  logs: AgentLogs,
): Promise<void> => {
  const context = systemContext({ name: 'agent', clock, tenantId });
  return gate.write(context, 'Devices:edit', async (db) => {
    await storeEntityLogs(db, { tenantId, entityId: deviceId }, logs);
  });
};
