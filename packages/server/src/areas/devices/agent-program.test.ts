import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { areasNamed } from '../../testing/areas-named.ts';
import { storedPackets } from '../../testing/stored-packets.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { ManualClock } from '../../testing/manual-clock.ts';
import { testSubscription } from '../pending-devices/testing/test-subscription.ts';

const program = join(import.meta.dirname, '../../../../agent/src/main.ts');

/** A clock with the real time, which the agent process uses as well. */
class RealTime extends ManualClock {
  override now(): Date {
    return new Date();
  }
}

/** Upper bound for each wait, for a machine under full load. */
const timeoutMilliseconds = 120_000;

/**
 * Polls until the condition returns a truthy value. On a timeout, the error contains the output of the agents and their
 * rows in the database.
 */
const until = async <Result>(what: string, condition: () => Promise<Result | undefined | false>): Promise<Result> => {
  const end = performance.now() + timeoutMilliseconds;
  while (performance.now() < end) {
    const result = await condition();
    if (result !== undefined && result !== false) return result;
    await wait(50);
  }
  throw new Error([`timed out waiting until ${what}`, ...agents.map(outputOf), await agentRows()].join('\n'));
};

interface StartedAgent {
  readonly agent: ChildProcess;
  readonly said: () => string;
}

let server: TestServer;
let address: string;
let token: string;
let directory: string;
let agents: StartedAgent[] = [];

const outputOf = ({ agent, said }: StartedAgent): string =>
  `agent ${agent.pid} (exit code ${agent.exitCode}, signal ${agent.signalCode}):\n${said()}`;

/** The rows of every agent in the database, as JSON. */
const agentRows = async (): Promise<string> =>
  JSON.stringify(
    await server.database.asOwner(
      `select agent_id, status, last_nonce, pending.last_ping, device.name, device.is_deleted, device.heartbeat_interval,
         device.configuration_version, device.restart_agent_flag, spool.sequence, spool.oldest_unsent, spool.seen
       from cfs.agent_credentials
         left join cfs.pending_devices pending on pending_device_id = agent_id
         left join cfs.devices device on device.device_id = agent_id
         left join cfs.agent_spools spool on spool.device_id = agent_id`,
    ),
    undefined,
    1,
  );

beforeAll(async () => {
  server = await startTestServer({
    clock: new RealTime(),
    areas: areasNamed('pending-devices', 'devices', 'packets', 'blocks', 'locations', 'tenants'),
  });
  await testSubscription(server);
  token = await server.tenantToken(['enrol']);
  address = await server.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => server.close());

beforeEach(async () => {
  agents = [];
  directory = await mkdtemp(join(tmpdir(), 'cfs-agent-'));
});
afterEach(async () => {
  for (const { agent } of agents) {
    if (agent.exitCode === null && agent.signalCode === null) {
      agent.kill('SIGKILL');
      await once(agent, 'exit');
    }
  }
  // The process of an operation outlives its killed agent for a moment and may still write.
  await rm(directory, { recursive: true, maxRetries: 20 });
});

const start = (name: string, environment: NodeJS.ProcessEnv = {}, more: string[] = [], to = address): StartedAgent => {
  const agent = spawn(process.execPath, [program, '--server', to, '--data', directory, '--name', name, ...more], {
    env: { ...process.env, NODE_COMPILE_CACHE: undefined, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: string[] = [];
  for (const stream of [agent.stdout, agent.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => output.push(text));
  }
  const started = { agent, said: () => output.join('') };
  agents.push(started);
  return started;
};

const stop = async (agent: ChildProcess): Promise<number | null> => {
  agent.kill('SIGTERM');
  const [code] = (await once(agent, 'exit')) as [number | null];
  return code;
};

const listed = async (path: string): Promise<Record<string, unknown>[]> =>
  ((await server.as('Administrator').get(path)).body as { value: Record<string, unknown>[] }).value;

const pending = (name: string) =>
  until(`${name} is pending`, async () => {
    const [row] = await listed(`/v1/pendingdevices?$filter=machineName eq '${name}'`);
    return row;
  });

const promoted = async (name: string): Promise<string> => {
  const id = String((await pending(name))['pendingDeviceId']);
  const answer = await server.as('Administrator').post('/v1/pendingdevices/batchpromote', [id]);
  expect(answer).toMatchObject({ status: 200, body: { deviceIds: [id] } });
  return id;
};

const packetsOf = (id: string) => storedPackets(server.database, id);

const morePackets = (id: string, than: number) =>
  until('packets come', async () => {
    const packets = await packetsOf(id);
    return packets.length > than && packets;
  });

const edit = async (id: string, body: object): Promise<void> => {
  expect(await server.as('Operator').post(`/v1/devices/${id}`, body)).toMatchObject({ status: 200 });
};

describe('the agent', { timeout: 5 * timeoutMilliseconds }, () => {
  it('enrols, waits for its promotion and sends real measurements', async () => {
    const { agent, said } = start('slice', { CFS_AGENT_TOKEN: token });
    const waiting = await pending('slice');
    expect(said()).toContain(String(waiting['keyFingerprint']));
    const id = await promoted('slice');
    await morePackets(id, 0);
    const [packet] = await listed(`/v1/packets?$filter=entityId in (${id})`);
    const message = JSON.parse(String(packet?.['message'])) as { Metrics: Record<string, number>; Properties: object };
    expect(message.Properties).toMatchObject({ BlockName: 'slice', AgentVersion: '0.2.0' });
    for (const metric of ['CpuPercent', 'MemoryPercent', 'DiskPercent']) {
      expect(message.Metrics[metric]).toBeGreaterThanOrEqual(0);
      expect(message.Metrics[metric]).toBeLessThanOrEqual(100);
    }
    expect(message.Metrics['UptimeSeconds']).toBeGreaterThan(0);
    expect(said()).not.toContain(token);
    expect((await stat(join(directory, 'agent.key'))).mode & 0o777).toBe(0o600);
    const memory = await readFile(`/proc/${agent.pid}/status`, 'utf8').catch(() => 'VmRSS: 0');
    expect(Number(/VmRSS:\s+(\d+)/.exec(memory)?.[1])).toBeLessThan(100 * 1_024);
    expect(await stop(agent)).toBe(0);
  });

  it('follows its configuration, restarts on request and ships its log', async () => {
    const { agent, said } = start('steered', { CFS_AGENT_TOKEN: token });
    const id = await promoted('steered');
    await morePackets(id, 0);
    await edit(id, { heartbeatInterval: 1 });
    const soon = await morePackets(id, 2);
    await server.as('Operator').post(`/v1/devices/${id}/restartagent`);
    await until('the flag is taken back', async () => {
      const [device] = await listed(`/v1/devices?$filter=deviceId eq ${id}`);
      return device?.['restartAgentFlag'] === false && said().includes('starting again');
    });
    await morePackets(id, soon.length + 1);
    await until('the log arrives', async () => {
      const logs = await server.as('Viewer').get(`/v1/devices/${id}/logs`);
      return logs.text.includes('configuration applied');
    });
    expect(await stop(agent)).toBe(0);
  });

  it('loses no packet when it is killed or the server is unreachable', async () => {
    const first = start('robust', { CFS_AGENT_TOKEN: token });
    const id = await promoted('robust');
    await edit(id, { heartbeatInterval: 1 });
    await morePackets(id, 1);
    first.agent.kill('SIGKILL');
    await once(first.agent, 'exit');

    const cutOff = start('robust', {}, [], 'http://127.0.0.1:1');
    await until('packets wait', async () => cutOff.said().split('packets could not be sent').length > 4);
    cutOff.agent.kill('SIGKILL');
    await once(cutOff.agent, 'exit');

    const spooled = (await readFile(join(directory, 'spool', '000000000001.ndjson'), 'utf8'))
      .split('\n')
      .filter(Boolean);
    const times = spooled.map((line) => (JSON.parse(line) as { timestamp: string }).timestamp);
    const back = start('robust');
    await until('every packet has arrived', async () => {
      const arrived = new Set((await packetsOf(id)).map((packet) => packet.timestamp.toISOString()));
      return times.every((time) => arrived.has(time));
    });
    await until('the spool is drained', async () => {
      const [row] = await server.database.asOwner<{ oldest_unsent: Date | null }>(
        'select oldest_unsent from cfs.agent_spools where device_id = $1',
        [id],
      );
      return row?.oldest_unsent === null;
    });
    expect(await stop(back.agent)).toBe(0);
  });

  it('exits when its device is deleted, and can enrol again', async () => {
    const { agent, said } = start('removed', { CFS_AGENT_TOKEN: token });
    const id = await promoted('removed');
    await morePackets(id, 0);
    const ended = once(agent, 'exit');
    await server.as('Administrator').delete(`/v1/devices/${id}`);
    expect(await ended).toEqual([3, null]);
    expect(said()).toContain('enrol it again');
    const again = start('removed', { CFS_AGENT_TOKEN: token }, ['--re-enrol']);
    expect((await pending('removed'))['pendingDeviceId']).not.toBe(id);
    expect(await stop(again.agent)).toBe(0);
  });

  it('waits for its promotion again after the server was restored to a time before it', async () => {
    const first = start('restored', { CFS_AGENT_TOKEN: token });
    const id = await promoted('restored');
    const before = await morePackets(id, 0);
    expect(await stop(first.agent)).toBe(0);
    const setStatus = (status: string) =>
      server.database.asOwner('update cfs.agent_credentials set status = $2 where agent_id = $1', [id, status]);
    await setStatus('pending');
    const { agent, said } = start('restored');
    await until('it waits', async () => said().includes('the machine waits to be promoted'));
    await setStatus('promoted');
    await morePackets(id, before.length);
    expect(await stop(agent)).toBe(0);
  });

  it('reports a missing enrolment in one line', async () => {
    const { agent, said } = start('unenrolled');
    expect(await once(agent, 'exit')).toEqual([2, null]);
    expect(said()).toContain('not enrolled: pass a tenant token in CFS_AGENT_TOKEN');
  });
});
