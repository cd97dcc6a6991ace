import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, rmdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AgentOperation } from '@cfs/contracts/agent-operations';
import { program, startAgent, type AgentProcess } from '../testing/agent-process.ts';
import { startProtocolServer, type ProtocolServer } from '../testing/protocol-server.ts';

let server: ProtocolServer;
let directory: string;
let agents: AgentProcess[];

beforeEach(async () => {
  server = await startProtocolServer();
  directory = await mkdtemp(join(tmpdir(), 'cfs-operations-'));
  agents = [];
});
afterEach(async () => {
  for (const agent of agents) await agent.stop('SIGKILL');
  await server.close();
  // The process of an operation ends after its killed agent and may still write.
  await rm(directory, { recursive: true, maxRetries: 20 });
});

const start = (environment: NodeJS.ProcessEnv = {}): AgentProcess => {
  const agent = startAgent(server.address, join(directory, 'data'), { environment });
  agents.push(agent);
  return agent;
};

const script = (Script: string, more: Partial<AgentOperation> = {}): AgentOperation => ({
  deviceOperationId: randomUUID(),
  operationId: randomUUID(),
  operationName: 'Script',
  label: 'My script',
  program: { kind: 'builtIn', name: 'Script' },
  resultType: 1,
  frequency: 2,
  intervalSeconds: 30,
  jitterSeconds: 0,
  timeoutSeconds: 60,
  memoryLimitMebibytes: 128,
  enabled: true,
  parameters: [
    { name: 'Interpreter', source: 'PortalEntry', value: 'sh', secrets: [] },
    { name: 'Script', source: 'PortalEntry', value: Script, secrets: [] },
  ],
  run: null,
  ...more,
});
const onDemand = (Script: string, more: Partial<AgentOperation> = {}): AgentOperation =>
  script(Script, { frequency: 1, run: { completionToken: randomUUID(), leaseSeconds: 180 }, ...more });

const waited = { timeout: 60_000, interval: 50 };
const packetsOf = ({ deviceOperationId }: AgentOperation) =>
  server.packets.filter(({ entityId }) => entityId === deviceOperationId);
const packetOf = (operation: AgentOperation) =>
  vi.waitFor(() => {
    const [packet] = packetsOf(operation);
    if (!packet) throw new Error(agents.map((agent) => agent.said()).join('\n'));
    return packet;
  }, waited);
const lines = async (file: string): Promise<number> =>
  (await readFile(file, 'utf8').catch(() => '')).split('\n').filter(Boolean).length;

describe('operations of the agent', () => {
  it('runs an operation soon after it is assigned, and sends its result', async () => {
    start();
    const operation = script('echo fine; exit 0');
    server.configure({ operations: [operation] });
    expect((await packetOf(operation)).message).toMatchObject({
      Value: 'fine',
      Properties: { BlockName: 'My script', Operation: 'Script' },
      Metrics: { ExitCode: 0 },
      States: { Outcome: 'Succeeded' },
      Diagnostics: { Output: 'fine\n' },
    });
  });

  it('executes a run on demand once its journal can be written, also with an unchanged configuration', async () => {
    const operation = onDemand('echo made');
    const journal = join(directory, 'data', 'runs');
    const inTheWay = join(journal, `${operation.run?.completionToken}.json.new`);
    await mkdir(inTheWay, { recursive: true });
    const agent = start();
    server.configure({ operations: [operation] });
    await vi.waitFor(() => expect(agent.said()).toContain('a run on demand could not be started'), waited);
    await rmdir(inTheWay);
    await vi.waitFor(() => {
      server.answerUnchanged();
      expect(server.reports).toMatchObject([{ outcome: 'Succeeded', output: 'made\n' }]);
    }, waited);
    expect(server.claims).toHaveLength(1);
  });

  it('removes the files of runs whose runner was killed, also those of an earlier process', async () => {
    const scratch = join(directory, 'data', 'scratch');
    await mkdir(scratch, { recursive: true });
    await writeFile(join(scratch, 'left.sh'), 'secret');
    start();
    const operation = onDemand('kill -KILL 0');
    server.configure({ operations: [operation] });
    const { message } = await packetOf(operation);
    expect(message).toMatchObject({ Diagnostics: { Error: 'the runner ended with SIGKILL' } });
    expect(await readdir(scratch)).toEqual([]);
  });

  it('runs no disabled operation, and none on a disabled device', async () => {
    const mark = join(directory, 'mark');
    const last = onDemand('true');
    server.configure({ operations: [script(`echo ran >> ${mark}`, { enabled: false }), last] });
    start();
    await packetOf(last);
    const other = onDemand(`echo ran >> ${mark}`);
    server.configure({ enabled: false, operations: [other] });
    await vi.waitFor(() => expect(agents[0]?.said()).toContain('"enabled":false'), waited);
    const again = onDemand('true');
    server.configure({ enabled: true, operations: [again] });
    await packetOf(again);
    expect(await lines(mark)).toBe(0);
  });

  it('starts no run while another run of the same operation is in progress', async () => {
    const mark = join(directory, 'mark');
    const operation = script(`echo begin >> ${mark}; sleep 600`, { timeoutSeconds: 600 });
    start();
    server.configure({ operations: [operation] });
    await vi.waitFor(async () => expect(await lines(mark)).toBe(1), waited);
    // A change restarts its schedule, and the operation is due at once.
    server.configure({ operations: [{ ...operation, label: 'Renamed' }] });
    await vi.waitFor(() => expect(agents[0]?.said()).toContain('a run is skipped'), waited);
    expect(await lines(mark)).toBe(1);
  });

  it('ends the run of an operation that is removed', async () => {
    const noted = join(directory, 'noted');
    start();
    server.configure({ operations: [script(`echo $$ > ${noted}; sleep 600`, { timeoutSeconds: 600 })] });
    await vi.waitFor(async () => expect(await lines(noted)).toBe(1), waited);
    server.configure({ operations: [] });
    const pid = Number(await readFile(noted, 'utf8'));
    await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow(), waited);
  });

  it('resolves parameters on the machine, and leaks no secret', async () => {
    const agent = start({ CFS_TEST_PLACE: 'Oslo' });
    const operation = script('', {
      parameters: [
        { name: 'Interpreter', source: 'PortalEntry', value: 'sh', secrets: [] },
        {
          name: 'Script',
          source: 'SecuredValue',
          value:
            'echo "$CFS_PARAMETER_PLACE $CFS_PARAMETER_DEVICE key=s3cr3t-word"; echo s3cr3t-word | base64 >&2; exit 4',
          secrets: ['s3cr3t-word'],
        },
        { name: 'Place', source: 'EnvironmentVariable', value: 'CFS_TEST_PLACE', secrets: [] },
        { name: 'Device', source: 'RuntimeConfig', value: 'DeviceId', secrets: [] },
      ],
    });
    server.configure({ operations: [operation] });
    const { message } = await packetOf(operation);
    expect(message['Diagnostics']).toMatchObject({ Error: 'the program ended with exit code 4' });
    expect(JSON.stringify(message)).toContain(`Oslo ${server.deviceId} key=***`);
    // The spool renames files while it works.
    await agent.stop('SIGKILL');
    const data = join(directory, 'data');
    const files = (await readdir(data, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
    const contents = await Promise.all(files.map((entry) => readFile(join(entry.parentPath, entry.name), 'utf8')));
    expect([JSON.stringify(server.packets), agent.said(), ...contents].join('\n')).not.toContain('s3cr3t-word');
  });

  it('reports which environment variable is missing', async () => {
    start();
    const operation = script('true');
    const missing = { name: 'Place', source: 'EnvironmentVariable' as const, value: 'CFS_NOT_SET', secrets: [] };
    server.configure({ operations: [{ ...operation, parameters: [...operation.parameters, missing] }] });
    expect((await packetOf(operation)).message).toMatchObject({
      States: { Outcome: 'CouldNotStart' },
      Diagnostics: { Error: 'Place: the environment variable CFS_NOT_SET is not set' },
    });
  });
});

describe('runs on demand', () => {
  it('claims, runs and reports a run once, however often its configuration is read', async () => {
    const mark = join(directory, 'mark');
    start();
    const operation = onDemand(`echo ran >> ${mark}; echo done`);
    server.configure({ operations: [operation] });
    await vi.waitFor(() => expect(server.reports).toHaveLength(1), waited);
    for (const name of ['one', 'two']) {
      server.configure({ name });
      await vi.waitFor(() => expect(agents[0]?.said()).toContain(`"name":"${name}"`), waited);
    }
    const { completionToken } = operation.run ?? {};
    expect(server.reports).toMatchObject([{ completionToken, outcome: 'Succeeded', exitCode: 0, output: 'done\n' }]);
    expect(server.claims).toHaveLength(1);
    expect(packetsOf(operation)).toHaveLength(1);
    expect(packetsOf(operation)[0]?.message).toMatchObject({ Properties: { RunId: server.claims[0]?.runId } });
    expect(await lines(mark)).toBe(1);
  });

  it('does not repeat a run during which the agent was killed, and reports it', async () => {
    const mark = join(directory, 'mark');
    const first = start();
    const operation = onDemand(`echo ran >> ${mark}; sleep 600`, { timeoutSeconds: 600 });
    server.configure({ operations: [operation] });
    await vi.waitFor(async () => expect(await lines(mark)).toBe(1), waited);
    await first.stop('SIGKILL');
    start();
    await vi.waitFor(() => expect(server.reports).toHaveLength(1), waited);
    expect(server.reports[0]).toMatchObject({ outcome: 'Interrupted', exitCode: null });
    expect(server.reports[0]?.runId).toBe(server.claims[0]?.runId);
    const next = onDemand('true');
    server.configure({ operations: [operation, next] });
    await packetOf(next);
    expect(await lines(mark)).toBe(1);
    expect(packetsOf(operation)).toMatchObject([{ message: { States: { Outcome: 'Interrupted' } } }]);
  });

  it('delivers a report that the agent could not send before it was killed', async () => {
    const mark = join(directory, 'mark');
    const first = start();
    const operation = onDemand(`echo ran >> ${mark}`);
    server.configure({ operations: [operation] });
    await vi.waitFor(() => expect(server.claims).toHaveLength(1), waited);
    server.failing = 503;
    await vi.waitFor(async () => expect(await lines(mark)).toBe(1), waited);
    const runs = join(directory, 'data', 'runs');
    await vi.waitFor(async () => {
      const [name] = await readdir(runs);
      expect(await readFile(join(runs, String(name)), 'utf8')).toContain('"finished"');
    }, waited);
    await first.stop('SIGKILL');
    const reported = server.reports.length;
    server.failing = undefined;
    start();
    await vi.waitFor(() => expect(server.reports.length).toBeGreaterThan(reported), waited);
    await vi.waitFor(async () => expect(await readdir(runs)).toEqual([]), waited);
    expect(server.reports.at(-1)).toMatchObject({ outcome: 'Succeeded' });
    expect(await lines(mark)).toBe(1);
  });

  it('retries the claim of a run after a 404 of a proxy', async () => {
    const operation = onDemand('echo done');
    server.blocked = { status: 404, path: '/v1/agents/operations/' };
    const agent = start();
    server.configure({ operations: [operation] });
    await vi.waitFor(() => expect(agent.said()).toContain('the claim of a run'), waited);
    server.blocked = undefined;
    await vi.waitFor(() => expect(server.reports, agent.said()).toMatchObject([{ output: 'done\n' }]), waited);
  });

  it('reports a run whose result cannot be written to disk', async () => {
    const data = join(directory, 'data');
    const { run, ...operation } = onDemand('');
    const entry = join(data, 'runs', `${run?.completionToken}.json`);
    // Makes the next write of the journal and the first write of the spool fail.
    const inTheWay = `mkdir ${entry}.new; rm -r ${join(data, 'spool')}; echo > ${join(data, 'spool')}`;
    const parameters = script(`${inTheWay}; echo done`).parameters;
    const agent = start();
    server.configure({ operations: [{ ...operation, run, parameters }] });
    await vi.waitFor(() => expect(server.reports, agent.said()).toMatchObject([{ output: 'done\n' }]), waited);
    await vi.waitFor(
      async () => expect(await readdir(join(data, 'runs'))).toEqual([`${run?.completionToken}.json.new`]),
      waited,
    );
    expect(agent.said()).toContain('the result of a run could not be stored');
  });

  it('claims again with the same id after a kill before the response to the claim', async () => {
    const operation = onDemand('true');
    const { completionToken } = operation.run ?? {};
    const runId = randomUUID();
    const first = start();
    await vi.waitFor(() => expect(first.said()).toContain('configuration applied'), waited);
    await first.stop('SIGKILL');
    const entry = { completionToken, deviceOperationId: operation.deviceOperationId, runId, state: 'claiming' };
    await writeFile(join(directory, 'data', 'runs', `${completionToken}.json`), JSON.stringify(entry));
    server.configure({ operations: [operation] });
    start();
    await vi.waitFor(() => expect(server.reports).toHaveLength(1), waited);
    expect(server.claims).toEqual([{ completionToken, runId }]);
  });

  it('does not execute a run that was claimed with another id', async () => {
    const mark = join(directory, 'mark');
    const operation = onDemand(`echo ran >> ${mark}`);
    const { completionToken = '' } = operation.run ?? {};
    const path = `/v1/agents/operations/${operation.deviceOperationId}/claim`;
    const body = JSON.stringify({ completionToken, runId: randomUUID() });
    await fetch(`${server.address}${path}`, { method: 'POST', body });
    start();
    const next = onDemand('true');
    server.configure({ operations: [operation, next] });
    await packetOf(next);
    await vi.waitFor(() => expect(agents[0]?.said()).toContain('the claim of a run on demand was rejected'), waited);
    expect(await lines(mark)).toBe(0);
    expect(server.reports).toHaveLength(1);
  });
});

describe('the agent as a whole', () => {
  it('works with its stored configuration while the server is unreachable', async () => {
    const mark = join(directory, 'mark');
    const operation = script(`echo ran >> ${mark}`, { intervalSeconds: 2 });
    const first = start();
    server.configure({ operations: [operation] });
    await packetOf(operation);
    await first.stop();
    const before = await lines(mark);
    const cutOff = startAgent('http://127.0.0.1:1', join(directory, 'data'));
    agents.push(cutOff);
    await vi.waitFor(async () => expect(await lines(mark)).toBeGreaterThan(before), waited);
  });

  it('applies a configuration that cannot be written to disk, and stores it once it can', async () => {
    const agent = start();
    await vi.waitFor(() => expect(agent.said()).toContain('configuration applied'), waited);
    const kept = join(directory, 'data', 'configuration.json');
    // A directory at the path of the temporary file makes the write fail.
    await mkdir(`${kept}.new`);
    const operation = script('true');
    server.configure({ name: 'followed', operations: [operation] });
    await packetOf(operation);
    await vi.waitFor(() => expect(agent.said()).toContain('the configuration could not be stored'), waited);
    expect(await readFile(kept, 'utf8')).not.toContain('"followed"');
    await rmdir(`${kept}.new`);
    await vi.waitFor(async () => {
      server.answerUnchanged();
      expect(await readFile(kept, 'utf8')).toContain('"followed"');
    }, waited);
  });

  const goesOn = async (agent: AgentProcess): Promise<void> => {
    server.configure({ name: 'unheard' });
    const details = (): string => server.logs.map(({ detail }) => detail).join('\n');
    await vi.waitFor(() => expect(details()).toContain('"unheard"'), waited);
    expect(await agent.stop()).toBe(0);
  };

  it('continues when its output pipes are closed', async () => {
    const agent = start();
    await vi.waitFor(() => expect(agent.said()).toContain('configuration applied'), waited);
    agent.process.stdout?.destroy();
    agent.process.stderr?.destroy();
    await goesOn(agent);
  });

  it.skipIf(process.platform !== 'linux')('continues when its output is on a full disk', async () => {
    const script = ['-c', 'exec "$0" "$@" >/dev/full 2>&1', process.execPath, program];
    const agent = startAgent(server.address, join(directory, 'data'), { file: 'sh', script });
    agents.push(agent);
    await goesOn(agent);
  });

  it('allows only one agent per data directory', async () => {
    const first = start();
    await vi.waitFor(() => expect(first.said()).toContain('configuration applied'), waited);
    const second = start();
    await vi.waitFor(() => expect(second.process.exitCode).toBe(1), waited);
    expect(second.said()).toContain('another agent uses');
    expect(await first.stop()).toBe(0);
  });

  it('requires TLS for a server on another machine', async () => {
    const agent = startAgent('http://portal.example', join(directory, 'data'));
    agents.push(agent);
    await vi.waitFor(() => expect(agent.process.exitCode).toBe(2), waited);
    expect(agent.said()).toContain('--server must begin with https://');
  });

  it('traces until the trace window ends', async () => {
    const agent = start();
    const traced = script('true');
    server.configure({ traceExpiration: new Date(Date.now() + 3_600_000).toISOString(), operations: [traced] });
    await packetOf(traced);
    await vi.waitFor(() => expect(agent.said()).toContain('operation ran'), waited);
    const quiet = script('true');
    server.configure({ traceExpiration: null, operations: [quiet] });
    await packetOf(quiet);
    expect(agent.said().split('operation ran')).toHaveLength(2);
    await vi.waitFor(() => {
      const { deviceOperationId } = server.logs.find(({ detail }) => detail.startsWith('operation ran')) ?? {};
      expect(deviceOperationId).toBe(traced.deviceOperationId);
    }, waited);
  });

  it('stops cleanly in the middle of a run', async () => {
    const noted = join(directory, 'noted');
    const agent = start();
    server.configure({ operations: [script(`echo $$ > ${noted}; sleep 600`, { timeoutSeconds: 600 })] });
    await vi.waitFor(async () => expect(await lines(noted)).toBe(1), waited);
    expect(await agent.stop()).toBe(0);
    const pid = Number(await readFile(noted, 'utf8'));
    await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow(), waited);
  });
});
