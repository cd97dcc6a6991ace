import { spawnSync } from 'node:child_process';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { AgentInstall } from '@cfs/contracts/agent-installs';
import { startAgent, type AgentProcess } from '../testing/agent-process.ts';
import { createPublisher, makeBundle } from '../testing/make-bundle.ts';
import { startProtocolServer, type ProtocolServer } from '../testing/protocol-server.ts';

const publisher = createPublisher();
const waited = { timeout: 60_000, interval: 50 };
const mount = (path: string, options: string): boolean =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'cfs-disk', path]).status === 0;
const unmount = (path: string): void => void spawnSync('umount', ['--lazy', path]);

/** Whether the tests may mount a file system on this machine. */
const mayMount = await (async (): Promise<boolean> => {
  if (process.platform !== 'linux') return false;
  const path = await mkdtemp(join(tmpdir(), 'cfs-mount-'));
  const isMounted = mount(path, 'size=1m');
  if (isMounted) unmount(path);
  await rmdir(path);
  return isMounted;
})();

let server: ProtocolServer;
let disk: string;
let agents: AgentProcess[];

beforeEach(async () => {
  server = await startProtocolServer();
  disk = await mkdtemp(join(tmpdir(), 'cfs-full-'));
  agents = [];
});
afterEach(async () => {
  for (const agent of agents) await agent.stop('SIGKILL');
  await server.close();
  unmount(disk);
  await rm(disk, { recursive: true, maxRetries: 20 });
});

const start = (): AgentProcess => {
  const agent = startAgent(server.address, join(disk, 'data'));
  agents.push(agent);
  return agent;
};
const said = (): string => agents.map((agent) => agent.said()).join('\n');

it.skipIf(!mayMount)('reports a full disk, still sends its packets, and installs once there is room', async () => {
  expect(mount(disk, 'size=80m')).toBe(true);
  const bundle = await makeBundle(publisher, {
    version: '1.0.0',
    files: [{ path: 'data.bin', content: randomBytes(12 * 1_048_576) }],
  });
  const packageVersionId = randomUUID();
  const path = `/v1/agents/packages/${packageVersionId}`;
  server.bundles.set(path, bundle);
  const install: AgentInstall = {
    packageId: randomUUID(),
    packageName: 'large',
    packageVersionId,
    version: '1.0.0',
    isAgent: false,
    sha256: createHash('sha256').update(bundle).digest('hex'),
    size: bundle.length,
    path,
  };
  const reported = (state: string) =>
    vi.waitFor(() => {
      const report = server.installs.find((each) => each.state === state);
      if (!report) throw new Error(`${JSON.stringify(server.installs)}\n${said()}`);
      return report;
    }, waited);
  const first = start();
  server.configure({ heartbeatInterval: 1, installs: [install], publisherKeys: [publisher.key] });
  expect((await reported('Failed')).error).toMatch(/^the disk has less than \d+ MiB left$/);
  expect(server.downloads).toEqual([]);
  const before = server.packets.length;
  await vi.waitFor(() => expect(server.packets.length, said()).toBeGreaterThan(before + 1), waited);
  await first.stop();
  expect(spawnSync('mount', ['-o', 'remount,size=256m', disk]).status).toBe(0);
  start();
  await reported('Installed');
});
