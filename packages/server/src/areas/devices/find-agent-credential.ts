import { systemContext } from '../../platform/context.ts';
import type { Services } from '../../platform/services.ts';
import { agentSealKey } from './agent-seal.ts';
import type { AgentStatus } from './device-table.ts';

/** The credential of an agent. `deviceName` is `undefined` unless its device exists. */
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

/** How long the first call waits for others, so that one statement reads the credentials of all of them. */
const gatherMilliseconds = 10;
const maxGathered = 500;
/** Maximum number of derived keys that are cached: deriving one takes longer than the rest of a call's check. */
const maxSealKeys = 20_000;

/**
 * Reads across all tenants, restricted to these ids, because the tenant of an agent is unknown until its credential is
 * read.
 */
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
 * Creates a finder that reads the credentials requested within a few milliseconds with one statement, because thousands
 * of agents call each second. Each result is read after its request.
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
