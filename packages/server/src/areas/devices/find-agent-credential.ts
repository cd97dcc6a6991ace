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

/** Finds the credentials of agents; `undefined` for one that never enrolled. */
export type AgentCredentialFinder = (agentId: string) => Promise<AgentCredential | undefined>;

type Needs = Pick<Services, 'gate' | 'clock' | 'keys'>;

interface Waiting {
  readonly agentId: string;
  readonly found: PromiseWithResolvers<AgentCredential | undefined>;
}

/** How long the first of several calls waits for others, whose agents are then read by the same statement. */
const gatherMilliseconds = 10;
const maxGathered = 500;
/** Derived keys that are kept: deriving one takes longer than the rest of a call's check. */
const maxSealKeys = 20_000;

/** Before an agent is known no tenant is: this looks across all of them, for these ids. */
const readCredentials = async (
  { gate, clock }: Needs,
  sealKeyOf: (agent: { readonly tenantId: string; readonly agentId: string }) => Buffer,
  agentIds: readonly string[],
): Promise<ReadonlyMap<string, AgentCredential>> => {
  const context = systemContext({ name: 'agent sign-in', clock, tenantId: 'all' });
  const rows = await gate.read(context, 'Devices:view', (db) =>
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
      .where((eb) => eb('agent_credentials.agent_id', '=', eb.fn.any(eb.val([...agentIds]))))
      .execute(),
  );
  return new Map(
    rows.map((row) => [
      row.agent_id,
      {
        tenantId: row.tenant_id,
        agentId: row.agent_id,
        publicKey: row.public_key,
        sealKey: sealKeyOf({ tenantId: row.tenant_id, agentId: row.agent_id }),
        status: row.status,
        deviceName: row.name ?? undefined,
      },
    ]),
  );
};

/**
 * A finder that reads what is asked within a few milliseconds by one statement: thousands of agents call each second. Each
 * answer was read after its question.
 */
export const createAgentCredentialFinder = (services: Needs): AgentCredentialFinder => {
  const sealKeys = new Map<string, Buffer>();
  let waiting: Waiting[] = [];
  let timer: NodeJS.Timeout | undefined;

  const sealKeyOf = (agent: { readonly tenantId: string; readonly agentId: string }): Buffer => {
    const name = `${agent.tenantId} ${agent.agentId}`;
    const known = sealKeys.get(name);
    if (known) return known;
    const key = agentSealKey(services.keys, agent);
    if (sealKeys.size === maxSealKeys) sealKeys.delete(sealKeys.keys().next().value ?? '');
    sealKeys.set(name, key);
    return key;
  };

  const readWaiting = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const asked = waiting;
    waiting = [];
    try {
      const credentials = await readCredentials(services, sealKeyOf, [...new Set(asked.map(({ agentId }) => agentId))]);
      for (const { agentId, found } of asked) found.resolve(credentials.get(agentId));
    } catch (error) {
      for (const { found } of asked) found.reject(error);
    }
  };

  return (agentId) => {
    const found = Promise.withResolvers<AgentCredential | undefined>();
    waiting.push({ agentId, found });
    if (waiting.length === maxGathered) void readWaiting();
    else timer ??= setTimeout(() => void readWaiting(), gatherMilliseconds);
    return found.promise;
  };
};
