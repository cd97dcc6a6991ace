import { systemContext } from '../../platform/context.ts';
import type { Services } from '../../platform/services.ts';
import { agentSealKey } from './agent-seal.ts';
import type { AgentStatus } from './device-table.ts';

/** What the server knows of an agent by its key; `deviceName` only while its device is there. */
export interface AgentCredential {
  readonly tenantId: string;
  readonly agentId: string;
  readonly publicKey: Buffer;
  readonly sealKey: Buffer;
  readonly status: AgentStatus;
  readonly deviceName: string | undefined;
}

/** Before an agent is known no tenant is: this looks across all of them, for one id. */
export const findAgentCredential = async (
  { gate, clock, keys }: Pick<Services, 'gate' | 'clock' | 'keys'>,
  agentId: string,
): Promise<AgentCredential | undefined> => {
  const context = systemContext({ name: 'agent sign-in', clock, tenantId: 'all' });
  const row = await gate.read(context, 'Devices:view', (db) =>
    db
      .selectFrom('agent_credentials')
      .leftJoin('devices', (join) =>
        join
          .onRef('devices.tenant_id', '=', 'agent_credentials.tenant_id')
          .onRef('devices.device_id', '=', 'agent_credentials.agent_id')
          .on('devices.is_deleted', '=', false),
      )
      .select([
        'agent_credentials.tenant_id',
        'agent_credentials.agent_id',
        'agent_credentials.public_key',
        'agent_credentials.status',
        'devices.name',
      ])
      .where('agent_credentials.agent_id', '=', agentId)
      .executeTakeFirst(),
  );
  return (
    row && {
      tenantId: row.tenant_id,
      agentId: row.agent_id,
      publicKey: row.public_key,
      sealKey: agentSealKey(keys, { tenantId: row.tenant_id, agentId: row.agent_id }),
      status: row.status,
      deviceName: row.name ?? undefined,
    }
  );
};
