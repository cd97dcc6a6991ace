import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import type { BlockHistory } from '@cfs/contracts/blocks';
import { coreOperations } from '@cfs/contracts/core-operations';
import { operationFrequencies } from '@cfs/contracts/operation-enumerations';
import type { SentPacket } from '@cfs/contracts/packets';
import { describe, expect, onTestFinished, test } from 'vitest';
import { apiAs, type Api } from '../harness/api.ts';
import { makeDataDirectory } from '../harness/data-directory.ts';
import { freePort } from '../harness/free-port.ts';
import { startProduct, type Product } from '../harness/product.ts';
import { promoteMachine } from '../harness/promote-machine.ts';
import { createSourceAgent, type SourceAgent } from '../harness/source-agent.ts';

const agentCount = 3;
const kills = 12;
/** One reading per second, in addition to the heartbeats. */
const counting = 'n=0; while true; do n=$((n+1)); echo $n; sleep 1; done';
const commandOperation = coreOperations.find(({ kind }) => kind === 'Script')?.operationId;
const pageRows = 1_000;

const keyOf = ({ entityId, timestamp }: Pick<SentPacket, 'entityId' | 'timestamp'>): string =>
  `${entityId} ${new Date(timestamp).toISOString()}`;

const valueOf = ({ message }: SentPacket): string | null => {
  const { Value } = message as { readonly Value?: string | number | boolean | null };
  return Value === undefined || Value === null ? null : String(Value);
};

/**
 * Promotes the machine, sets its heartbeat interval to one second, and assigns an operation that reads a value every
 * second.
 */
const employ = async (api: Api, name: string): Promise<void> => {
  const id = await promoteMachine(api, name);
  await api.call('POST', `/v1/devices/${id}`, { heartbeatInterval: 1 });
  await api.call('PUT', '/v1/deviceOperations', {
    deviceId: id,
    operationId: commandOperation,
    label: 'Counting',
    frequencyTypeId: operationFrequencies.OneTimeKeepAlive,
    interval: '00:00:30',
    parameters: [
      { Name: 'Interpreter', Source: 'PortalEntry', Value: 'sh' },
      { Name: 'Script', Source: 'PortalEntry', Value: counting },
    ],
  });
};

/** The packets of an entity on the server: the key of each with its value, duplicates included. */
const storedOf = async (api: Api, entityId: string): Promise<readonly (readonly [string, string | null])[]> => {
  const stored: (readonly [string, string | null])[] = [];
  for (let page = 0; ; page += 1) {
    const { historyItems, totalCount } = (await api.call(
      'GET',
      `/v1/blocks/${entityId}/history?pageNumber=${page}&rowCount=${pageRows}`,
    )) as BlockHistory;
    stored.push(...historyItems.map(({ timestamp, value }) => [keyOf({ entityId, timestamp }), value] as const));
    if (historyItems.length < pageRows) {
      expect(totalCount).toBe(stored.length);
      return stored;
    }
  }
};

/** Waits until the spool of the agent has `count` more packets than now. */
const spoolsMore = async (agent: SourceAgent, count: number): Promise<void> => {
  const before = (await agent.spooled()).length;
  await expect
    .poll(async () => (await agent.spooled()).length, { message: agent.output() })
    .toBeGreaterThanOrEqual(before + count);
};

describe('packets of agents', () => {
  test('are stored once each, however often agents and server are killed', { timeout: 1_800_000 }, async () => {
    await using directory = await makeDataDirectory();
    await using machines = await makeDataDirectory('cfs-ledger-');
    const port = await freePort();
    const serve = (): Promise<Product> => startProduct({ dataDirectory: directory.path, port });
    let product = await serve();
    onTestFinished(async () => void (await product.stop()));
    const api = await apiAs(product, 'admin');
    const { generatedToken: token } = (await api.call('PUT', '/v1/tokens', {
      name: 'Ledger',
      lifetimeYears: 1,
      canSendPackets: false,
    })) as { readonly generatedToken: string };

    await using stack = new AsyncDisposableStack();
    const agents = Array.from({ length: agentCount }, (_, index) =>
      stack.use(createSourceAgent(product, `ledger-${index + 1}`, join(machines.path, String(index + 1)))),
    );
    const anyAgent = (): SourceAgent => agents[randomInt(agents.length)] as SourceAgent;
    for (const agent of agents) agent.start({ token });
    for (const { name } of agents) await employ(api, name);
    for (const agent of agents) await spoolsMore(agent, 4);

    let serverKills = 0;
    for (let kill = 0; kill < kills; kill += 1) {
      await spoolsMore(anyAgent(), randomInt(1, 6));
      if (kill % 3 === 0) {
        serverKills += 1;
        product.process.signal('SIGKILL');
        await product.process.ended;
        // The agents continue without the server, and one of them is killed during that time as well.
        await spoolsMore(anyAgent(), randomInt(2, 8));
        const victim = anyAgent();
        await victim.kill('SIGKILL');
        victim.start();
        product = await serve();
      } else {
        const victim = anyAgent();
        await victim.kill('SIGKILL');
        victim.start();
      }
    }
    expect(serverKills).toBeGreaterThanOrEqual(4);

    // First, packets created so far arrive while more are created; then no more are created.
    const made = (await Promise.all(agents.map((agent) => agent.spooled()))).flat();
    const after = await apiAs(product, 'admin');
    const entities = [...new Set(made.map(({ entityId }) => entityId))];
    expect(entities).toHaveLength(2 * agentCount);
    await expect
      .poll(async () => {
        const stored = (await Promise.all(entities.map((entity) => storedOf(after, entity)))).flat();
        const keys = new Set(stored.map(([key]) => key));
        return made.filter((packet) => !keys.has(keyOf(packet))).map(keyOf);
      })
      .toEqual([]);
    await Promise.all(agents.map((agent) => agent.kill('SIGKILL')));

    const ledger = new Map(
      (await Promise.all(agents.map((agent) => agent.spooled()))).flat().map((each) => [keyOf(each), valueOf(each)]),
    );
    const stored = (await Promise.all(entities.map((entity) => storedOf(after, entity)))).flat();
    const keys = stored.map(([key]) => key);
    expect(new Set(keys).size).toBe(keys.length);
    expect(stored.filter(([key, value]) => ledger.get(key) !== value)).toEqual([]);
    expect(stored.length).toBeGreaterThanOrEqual(made.length);
    console.log(`${made.length} packets of ${agentCount} agents, ${kills} agents and ${serverKills} servers killed`);
  });
});
