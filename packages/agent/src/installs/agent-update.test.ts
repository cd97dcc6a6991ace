import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AgentInstall } from '@cfs/contracts/agent-installs';
import { startAgent, type AgentProcess } from '../testing/agent-process.ts';
import { createPublisher, makeBundle } from '../testing/make-bundle.ts';
import { startProtocolServer, type ProtocolServer } from '../testing/protocol-server.ts';

const run = promisify(execFile);
const build = join(import.meta.dirname, '../../../../scripts/agent-build.mjs');
const platform = `${process.platform}-${process.arch}`;
const file = `cfs-agent-${platform}`;
const publisher = createPublisher();
const packageId = randomUUID();
const waited = { timeout: 120_000, interval: 100 };

let builds: string;
let server: ProtocolServer;
let directory: string;
let agents: AgentProcess[];

const built = async (version: string): Promise<string> => {
  const out = join(builds, version);
  await run(process.execPath, [build, platform, '--out', out, '--version', version]);
  return join(out, file);
};

describe.skipIf(process.platform !== 'linux')('the agent as one file', () => {
  let old: string;
  beforeAll(async () => {
    builds = await mkdtemp(join(tmpdir(), 'cfs-agent-builds-'));
    old = await built('1.0.0');
  });
  afterAll(() => rm(builds, { recursive: true, force: true }));

  beforeEach(async () => {
    server = await startProtocolServer();
    directory = await mkdtemp(join(tmpdir(), 'cfs-update-'));
    agents = [];
    await copyFile(old, program());
    server.configure({ heartbeatInterval: 1, publisherKeys: [publisher.key] });
  });
  afterEach(async () => {
    for (const agent of agents) await agent.stop('SIGKILL');
    await server.close();
    // The process of an operation ends after its killed agent and may still write.
    await rm(directory, { recursive: true, maxRetries: 20 });
  });

  const program = (): string => join(directory, 'cfs-agent');
  const start = (args: readonly string[] = [], environment: NodeJS.ProcessEnv = {}): AgentProcess => {
    const agent = startAgent(server.address, join(directory, 'data'), {
      file: program(),
      script: [],
      args,
      environment,
    });
    agents.push(agent);
    return agent;
  };
  const said = (): string => agents.map((agent) => agent.said()).join('\n');
  const versionNow = async (): Promise<string> => (await run(program(), ['--version'])).stdout.trim();

  /** Configures a version of the agent whose program has the content. */
  const want = async (version: string, content: Buffer): Promise<AgentInstall> => {
    const files = [{ path: 'cfs-agent', content }];
    const bundle = await makeBundle(publisher, { version, files, executable: 'cfs-agent' });
    const packageVersionId = randomUUID();
    const path = `/v1/agents/packages/${packageVersionId}`;
    server.bundles.set(path, bundle);
    const sha256 = createHash('sha256').update(bundle).digest('hex');
    const packageName = 'Agent';
    const install = {
      packageId,
      packageName,
      packageVersionId,
      version,
      isAgent: true,
      sha256,
      size: bundle.length,
      path,
    };
    server.configure({ installs: [install] });
    return install;
  };
  const reported = ({ packageVersionId }: AgentInstall, state: string) =>
    vi.waitFor(() => {
      const report = server.installs.find((each) => each.packageVersionId === packageVersionId && each.state === state);
      if (!report) throw new Error(`${JSON.stringify(server.installs)}\n${said()}`);
      return report;
    }, waited);
  const heartbeats = (version: string) =>
    server.packets.filter(({ message }) => message.Properties?.['AgentVersion'] === version).length;

  it('needs no Node, runs operations and updates itself under the same process id', async () => {
    const agent = start();
    await vi.waitFor(() => expect(heartbeats('1.0.0'), said()).toBeGreaterThan(0), waited);
    const status = await readFile(`/proc/${agent.process.pid}/status`, 'utf8');
    expect(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1])).toBeLessThan(80 * 1_024);
    const operation = {
      deviceOperationId: randomUUID(),
      operationId: randomUUID(),
      operationName: 'Host Metrics',
      label: 'Metrics',
      program: { kind: 'builtIn' as const, name: 'HostMetrics' as const },
      resultType: 2 as const,
      frequency: 2 as const,
      intervalSeconds: 3_600,
      jitterSeconds: 0,
      timeoutSeconds: 30,
      memoryLimitMebibytes: 128,
      enabled: true,
      parameters: [],
      run: null,
    };
    server.configure({ operations: [operation] });
    await vi.waitFor(() => {
      const packet = server.packets.find(({ entityId }) => entityId === operation.deviceOperationId);
      expect(packet?.message, said()).toMatchObject({ States: { Outcome: 'Succeeded' } });
    }, waited);

    const install = await want('1.1.0', await readFile(await built('1.1.0')));
    await reported(install, 'Installed');
    await vi.waitFor(() => expect(heartbeats('1.1.0'), said()).toBeGreaterThan(1), waited);
    expect(await versionNow()).toBe('1.1.0');
    expect((await stat(`${program()}.previous`)).isFile()).toBe(true);
    expect(agent.process.exitCode).toBeNull();
    expect(await agent.stop()).toBe(0);
  });

  it('updates to a version that has no packets to send', async () => {
    server.configure({ heartbeatInterval: 0 });
    start();
    const install = await want('1.1.0', await readFile(await built('1.1.0')));
    await reported(install, 'Installed');
    expect(await versionNow()).toBe('1.1.0');
    expect(server.packets).toEqual([]);
  });

  /** Creates a root directory for an installation, with stubs of the system's tools. */
  const makeRoot = async (environment: NodeJS.ProcessEnv = {}) => {
    const tools = join(directory, 'tools');
    const root = join(directory, 'root');
    const called = join(directory, 'called');
    await mkdir(tools);
    for (const tool of ['useradd', 'chown', 'chmod', 'systemctl']) {
      await writeFile(join(tools, tool), `#!/bin/sh\necho ${tool} "$@" >> ${called}\n`, { mode: 0o755 });
    }
    return {
      root,
      called: async () => (await readFile(called, 'utf8')).split('\n'),
      unit: () => readFile(join(root, 'etc/systemd/system/cfs-agent.service'), 'utf8'),
      install: (...args: readonly string[]) =>
        run(program(), ['install', ...args], {
          env: { ...environment, PATH: tools, CFS_AGENT_INSTALL_ROOT: root },
        }),
    };
  };

  it('installs itself as a service, and keeps the token out of the arguments', async () => {
    const { root, install, unit, called } = await makeRoot({ CFS_AGENT_TOKEN: 'cfs_of_environment' });
    const { stdout } = await install('--server', 'https://portal.example', '--token', 'cfs_secret');
    expect(stdout).toContain('The agent is installed as /opt/cfs-agent/cfs-agent and is running');
    expect((await run(join(root, 'opt/cfs-agent/cfs-agent'), ['--version'])).stdout.trim()).toBe('1.0.0');
    expect(await readFile(join(root, 'var/lib/cfs-agent/enrolment-token'), 'utf8')).toBe('cfs_secret');
    expect((await stat(join(root, 'var/lib/cfs-agent/enrolment-token'))).mode & 0o777).toBe(0o600);
    expect(await unit()).toContain('"--server" "https://portal.example" "--data" "/var/lib/cfs-agent"');
    expect(await unit()).not.toContain('cfs_secret');
    expect((await called()).filter((line) => line.startsWith('systemctl'))).toEqual([
      'systemctl daemon-reload',
      'systemctl enable cfs-agent',
      'systemctl restart cfs-agent',
    ]);
    await expect(install('--server', 'http://portal.example')).rejects.toThrow('https://');
  });

  it('enrols again only at the first start after an installation with --re-enrol', async () => {
    const { root, install, unit } = await makeRoot();
    const dataDirectory = join(root, 'var/lib/cfs-agent');
    /** Runs the service until it has its configuration; resolves with the fingerprint of its key. */
    const runService = async (): Promise<string | undefined> => {
      const started = /^ExecStart=(.*)$/m.exec(await unit())?.[1] ?? '';
      const args = [...started.matchAll(/"([^"]*)"/g)].map(([, arg]) => String(arg)).slice(1, -2);
      const environment = { CFS_AGENT_TOKEN: undefined };
      const agent = startAgent(server.address, dataDirectory, { file: program(), script: [], args, environment });
      agents.push(agent);
      await vi.waitFor(() => expect(agent.said()).toContain('configuration applied'), waited);
      await agent.stop();
      return /"fingerprint":"([^"]+)"/.exec(agent.said())?.[1];
    };
    await install('--server', server.address, '--token', 'cfs_secret');
    const before = await runService();
    await expect(install('--server', server.address, '--re-enrol')).rejects.toThrow('--re-enrol needs a tenant token');
    expect(await runService()).toBe(before);
    await install('--server', server.address, '--token', 'cfs_secret', '--re-enrol');
    const after = await runService();
    expect(after).not.toBe(before);
    expect(await runService()).toBe(after);
  });

  it('exits after an update while its input is open if execve is unavailable', async () => {
    const withoutExecve = join(directory, 'without-execve.cjs');
    await writeFile(withoutExecve, 'process.execve = undefined;');
    const agent = start(['--stop-with-input'], { NODE_OPTIONS: `--require=${withoutExecve}` });
    const ended = once(agent.process, 'exit');
    await want('1.1.0', await readFile(await built('1.1.0')));
    expect(await ended, said()).toEqual([1, null]);
    expect(await versionNow()).toBe('1.1.0');
  });

  it('rolls back when the new version exits, and does not try it again', async () => {
    const agent = start();
    const install = await want('1.2.0', Buffer.from('#!/bin/sh\nexit 7\n'));
    expect(await reported(install, 'RolledBack')).toMatchObject({ error: 'it ended with exit code 7' });
    const before = heartbeats('1.0.0');
    await vi.waitFor(() => expect(heartbeats('1.0.0'), said()).toBeGreaterThan(before + 1), waited);
    expect(await versionNow()).toBe('1.0.0');
    await agent.stop();
    const reports = server.installs.length;
    start();
    await vi.waitFor(() => expect(server.installs.length, said()).toBeGreaterThan(reports), waited);
    expect(server.installs.at(-1)).toMatchObject({ state: 'RolledBack' });
    expect(said().split('trying another version')).toHaveLength(2);
  });

  it('signs in with a new session after a trial, so that it does not count as a copy', async () => {
    start();
    await vi.waitFor(() => expect(server.sessions, said()).toHaveLength(1), waited);
    const install = await want('1.2.0', Buffer.from('#!/bin/sh\nexit 7\n'));
    await reported(install, 'RolledBack');
    const [first, second] = server.sessions;
    expect(second).toEqual(expect.any(String));
    expect(second).not.toBe(first);
  });

  it('continues when the refused version cannot be written to disk, and does not try it again', async () => {
    const agent = start();
    const full = join(directory, 'data', 'packages', 'state.json.new');
    const install = await want('1.2.0', Buffer.from(`#!/bin/sh\nln -s /dev/full ${full}\nexit 7\n`));
    expect(await reported(install, 'RolledBack')).toMatchObject({ error: 'it ended with exit code 7' });
    const before = heartbeats('1.0.0');
    await vi.waitFor(() => expect(heartbeats('1.0.0'), said()).toBeGreaterThan(before + 1), waited);
    expect(said().split('trying another version')).toHaveLength(2);
    expect(await agent.stop()).toBe(0);
  });

  it('retries a rolled-back version once it is set again, also after a restart', async () => {
    const install = await want('1.2.0', Buffer.from('#!/bin/sh\nexit 7\n'));
    const first = start();
    await reported(install, 'RolledBack');
    await first.stop();
    server.configure({ installs: [{ ...install, desired: '2026-01-01T00:00:00.000Z' }] });
    const second = start();
    await vi.waitFor(() => expect(second.said()).toContain('rolled back'), waited);
    await second.stop();
    const third = start();
    const reports = server.installs.length;
    await vi.waitFor(() => expect(server.installs.length, said()).toBeGreaterThan(reports), waited);
    expect(server.installs.at(-1)).toMatchObject({ state: 'RolledBack', error: 'it ended with exit code 7' });
    expect(third.said()).not.toContain('trying another version');
  });

  it('rolls back when the new version does not report in time', async () => {
    start(['--update-timeout', '2']);
    const install = await want('1.3.0', Buffer.from('#!/bin/sh\nexec cat\n'));
    expect(await reported(install, 'RolledBack')).toMatchObject({ error: 'it did not report within 2 seconds' });
    expect(await versionNow()).toBe('1.0.0');
  });

  it('resumes the update after a kill during it, and leaves no second agent', async () => {
    const noted = join(directory, 'noted');
    const first = start();
    const install = await want('1.4.0', Buffer.from(`#!/bin/sh\necho $$ > ${noted}\nexec cat\n`));
    await vi.waitFor(
      async () => expect(await readFile(noted, 'utf8').catch(() => ''), said()).toMatch(/\d+\n/),
      waited,
    );
    const child = Number(await readFile(noted, 'utf8'));
    await first.stop('SIGKILL');
    await vi.waitFor(() => expect(() => process.kill(child, 0)).toThrow(), waited);
    expect(await versionNow()).toBe('1.0.0');
    start(['--update-timeout', '1']);
    await reported(install, 'RolledBack');
    await vi.waitFor(() => expect(heartbeats('1.0.0'), said()).toBeGreaterThan(0), waited);
  });
});
