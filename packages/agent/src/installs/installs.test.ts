import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AgentInstall } from '@cfs/contracts/agent-installs';
import type { AgentOperation } from '@cfs/contracts/agent-operations';
import { startAgent, type AgentProcess } from '../testing/agent-process.ts';
import { createPublisher, makeBundle, type TestFile } from '../testing/make-bundle.ts';
import { startProtocolServer, type ProtocolServer } from '../testing/protocol-server.ts';

const publisher = createPublisher();
const packageId = randomUUID();
let server: ProtocolServer;
let directory: string;
let agents: AgentProcess[];

beforeEach(async () => {
  server = await startProtocolServer();
  directory = await mkdtemp(join(tmpdir(), 'cfs-installs-'));
  agents = [];
});
afterEach(async () => {
  for (const agent of agents) await agent.stop('SIGKILL');
  await server.close();
  // The process of an operation ends after its killed agent and may still write.
  await rm(directory, { recursive: true, maxRetries: 20 });
});

const data = (): string => join(directory, 'data');
const start = (args: readonly string[] = []): AgentProcess => {
  const agent = startAgent(server.address, data(), { args });
  agents.push(agent);
  return agent;
};

const waited = { timeout: 60_000, interval: 50 };
const script: TestFile = { path: 'bin/check.sh', content: Buffer.from('cat bin/data.txt; echo "$1"') };
const filesOf = (text: string): TestFile[] => [script, { path: 'bin/data.txt', content: Buffer.from(text) }];

/** Adds a bundle to the server and returns its install. */
const offer = (bundle: Buffer, version: string, changes: Partial<AgentInstall> = {}): AgentInstall => {
  const packageVersionId = randomUUID();
  const path = `/v1/agents/packages/${packageVersionId}`;
  server.bundles.set(path, bundle);
  return {
    packageId,
    packageName: 'tested',
    packageVersionId,
    version,
    isAgent: false,
    sha256: createHash('sha256').update(bundle).digest('hex'),
    size: bundle.length,
    path,
    ...changes,
  };
};
const want = (...installs: AgentInstall[]): void => server.configure({ installs, publisherKeys: [publisher.key] });

const reportOf = (install: AgentInstall, state: string) =>
  vi.waitFor(() => {
    const reports = server.installs.filter(({ packageVersionId }) => packageVersionId === install.packageVersionId);
    const report = reports.find((each) => each.state === state);
    if (!report) throw new Error([JSON.stringify(reports), ...agents.map((agent) => agent.said())].join('\n'));
    return report;
  }, waited);
const installed = async (): Promise<AgentInstall> => {
  const install = offer(await makeBundle(publisher, { version: '1.0.0', files: filesOf('x') }), '1.0.0');
  want(install);
  await reportOf(install, 'Installed');
  return install;
};
const installedFiles = async (): Promise<string[]> => {
  const entries = await readdir(join(data(), 'packages', packageId), { recursive: true }).catch(() => []);
  return entries.sort();
};

const operationOf = ({ packageVersionId, version }: AgentInstall): AgentOperation => ({
  deviceOperationId: randomUUID(),
  operationId: randomUUID(),
  operationName: 'Check',
  label: 'Check',
  program: {
    kind: 'package',
    packageId,
    packageVersionId,
    version,
    executable: 'bin/check.sh',
    executableType: 'Script',
    arguments: ['argument'],
  },
  resultType: 1,
  frequency: 1,
  intervalSeconds: 0,
  jitterSeconds: 0,
  timeoutSeconds: 30,
  memoryLimitMebibytes: 128,
  enabled: true,
  parameters: [],
  run: { completionToken: randomUUID(), leaseSeconds: 60 },
});

describe('installing packages', () => {
  it('installs a signed bundle, runs its operation, updates and removes it', async () => {
    start();
    const first = offer(await makeBundle(publisher, { version: '1.0.0', files: filesOf('one ') }), '1.0.0');
    want(first);
    expect(await reportOf(first, 'Installed')).toMatchObject({ percent: 100, error: null });
    const operation = operationOf(first);
    server.configure({ operations: [operation] });
    await vi.waitFor(() => expect(server.reports).toHaveLength(1), waited);
    expect(server.reports[0]).toMatchObject({ outcome: 'Succeeded', output: 'one argument\n' });

    const second = offer(await makeBundle(publisher, { version: '1.1.0', files: filesOf('two ') }), '1.1.0');
    want(second);
    await reportOf(second, 'Installed');
    const again = operationOf(second);
    server.configure({ operations: [again] });
    await vi.waitFor(() => expect(server.reports).toHaveLength(2), waited);
    expect(server.reports[1]).toMatchObject({ outcome: 'Succeeded', output: 'two argument\n' });

    want();
    await reportOf(second, 'Removed');
    expect(await installedFiles()).toEqual([]);
    const homeless = operationOf(second);
    server.configure({ operations: [homeless] });
    await vi.waitFor(() => expect(server.reports).toHaveLength(3), waited);
    expect(server.reports[2]).toMatchObject({
      outcome: 'CouldNotStart',
      error: 'version 1.1.0 of the package is not installed',
    });
  });

  it('reports a removal after a restart if it stopped before the server accepted the report', async () => {
    const first = start();
    const install = await installed();
    server.failing = 503;
    want();
    await vi.waitFor(() => expect(first.said()).toContain('package removed'), waited);
    await first.stop();
    start();
    server.failing = undefined;
    await reportOf(install, 'Removed');
    const state = join(data(), 'packages', 'state.json');
    await vi.waitFor(
      async () => expect(JSON.parse(await readFile(state, 'utf8'))).toHaveProperty('removed', {}),
      waited,
    );
  });

  it('reports a removal again with the next configuration when the server refused the report', async () => {
    server.configure({ shipsLogs: false });
    const agent = start();
    const install = await installed();
    server.failing = 400;
    want();
    await vi.waitFor(() => expect(agent.said()).toContain('the server rejected the reports'), waited);
    server.failing = undefined;
    server.configure({ name: 'renamed' });
    await reportOf(install, 'Removed');
  });

  it('resumes an interrupted download, also after a kill', async () => {
    const large = { path: 'large.bin', content: randomBytes(3_000_000) };
    const install = offer(await makeBundle(publisher, { version: '1.0.0', files: [large] }), '1.0.0');
    server.breakDownloadsAfter = [1_000_000];
    const first = start();
    want(install);
    await vi.waitFor(() => expect(first.said()).toContain('package could not be installed'), waited);
    await first.stop('SIGKILL');
    start();
    await reportOf(install, 'Installed');
    const ranges = server.downloads.map(({ range }) => range);
    expect(ranges).toEqual([undefined, expect.stringMatching(/^bytes=[1-9]\d+-$/)]);
  });

  it.each([403, 404])('treats a %i of a proxy as a network failure', async (status) => {
    const install = offer(await makeBundle(publisher, { version: '1.0.0', files: filesOf('x') }), '1.0.0');
    server.blocked = { status, path: install.path };
    const agent = start();
    want(install);
    await vi.waitFor(() => expect(agent.said()).toContain('package could not be installed'), waited);
    server.blocked = undefined;
    await reportOf(install, 'Installed');
    expect(server.installs.filter(({ state }) => state === 'Failed')).toEqual([]);
  });

  it('refuses a bundle that no trusted key has signed, and installs it once its key is trusted', async () => {
    const stranger = createPublisher();
    const install = offer(await makeBundle(stranger, { version: '1.0.0', files: filesOf('x') }), '1.0.0');
    start();
    want(install);
    expect(await reportOf(install, 'Failed')).toMatchObject({ error: 'no trusted key has signed the bundle' });
    expect(await installedFiles()).toEqual([]);
    server.configure({ publisherKeys: [publisher.key, stranger.key] });
    await reportOf(install, 'Installed');
  });

  it('trusts only the keys of the machine if it has any', async () => {
    const own = createPublisher();
    start(['--publisher-key', own.key]);
    const byServer = offer(await makeBundle(publisher, { version: '1.0.0', files: filesOf('x') }), '1.0.0');
    want(byServer);
    expect(await reportOf(byServer, 'Failed')).toMatchObject({ error: 'no trusted key has signed the bundle' });
    const byOwn = offer(await makeBundle(own, { version: '1.0.1', files: filesOf('x') }), '1.0.1');
    want(byOwn);
    await reportOf(byOwn, 'Installed');
  });

  it.each([
    ['a changed file', { path: 'bin/data.txt', content: Buffer.from('other') }, 'does not match the manifest'],
    [
      'an extra file',
      { path: 'more.txt', content: Buffer.from('x') },
      'the files of the bundle differ from its manifest',
    ],
    [
      'a link',
      { path: 'bin/data.txt', content: Buffer.from('/etc/passwd'), mode: 0o120777 },
      'is a link or special file',
    ],
    [
      'a changed manifest',
      { path: 'manifest.json', content: Buffer.from('{}') },
      'no trusted key has signed the bundle',
    ],
  ])('refuses a bundle with %s', async (_what, change, error) => {
    const bundle = await makeBundle(publisher, { version: '1.0.0', files: filesOf('x'), changes: [change] });
    const install = offer(bundle, '1.0.0');
    start();
    want(install);
    expect((await reportOf(install, 'Failed')).error).toContain(error);
    expect(await installedFiles()).toEqual([]);
  });

  it('refuses a path outside its directory', async () => {
    const bundle = await makeBundle(publisher, {
      version: '1.0.0',
      files: [{ path: 'a/bb/outside.txt', content: Buffer.from('x') }],
    });
    // The zip library cannot write such a name, so both occurrences in the zip and the one in the manifest are
    // replaced.
    const text = bundle.toString('latin1');
    expect(text).toContain('a/bb/outside.txt');
    const install = offer(Buffer.from(text.replaceAll('a/bb/outside.txt', 'a/../../out.txtx'), 'latin1'), '1.0.0');
    start();
    want(install);
    expect((await reportOf(install, 'Failed')).error).toContain('invalid relative path');
    expect(await installedFiles()).toEqual([]);
  });

  it('retries a failed version once it is set again', async () => {
    const bundle = await makeBundle(publisher, { version: '1.0.0', files: filesOf('x') });
    const install = offer(bundle, '1.0.0', { desired: '2026-01-01T00:00:00.000Z' });
    server.bundles.delete(install.path);
    start();
    want(install);
    expect(await reportOf(install, 'Failed')).toMatchObject({ error: 'the server does not have the bundle' });
    server.bundles.set(install.path, bundle);
    want({ ...install, desired: '2026-01-01T00:01:00.000Z' });
    await reportOf(install, 'Installed');
    expect(server.downloads).toHaveLength(2);
  });

  it('refuses a bundle with another SHA-256 or version than configured', async () => {
    const bundle = await makeBundle(publisher, { version: '1.0.0', files: filesOf('x') });
    const install = offer(bundle, '1.0.0', { sha256: '0'.repeat(64) });
    start();
    want(install);
    expect((await reportOf(install, 'Failed')).error).toContain('SHA-256');
    const other = offer(bundle, '2.0.0');
    want(other);
    expect(await reportOf(other, 'Failed')).toMatchObject({ error: 'the bundle contains version 1.0.0' });
  });

  it('keeps the former version when a bundle fails', async () => {
    start();
    const good = offer(await makeBundle(publisher, { version: '1.0.0', files: filesOf('good') }), '1.0.0');
    want(good);
    await reportOf(good, 'Installed');
    const bad = offer(Buffer.from('no zip'), '2.0.0');
    want(bad);
    expect(await reportOf(bad, 'Failed')).toMatchObject({ error: expect.stringContaining('not a zip file') as string });
    const kept = join(data(), 'packages', packageId, good.packageVersionId, 'bin', 'data.txt');
    expect(await readFile(kept, 'utf8')).toBe('good');
  });

  it('removes the files of an install during which the agent was killed', async () => {
    const first = start();
    const good = offer(await makeBundle(publisher, { version: '1.0.0', files: filesOf('good') }), '1.0.0');
    want(good);
    await reportOf(good, 'Installed');
    await first.stop('SIGKILL');
    const half = join(data(), 'packages', packageId, `${randomUUID()}.new`);
    await mkdir(half);
    await writeFile(join(half, 'part'), 'x');
    const reported = server.installs.length;
    start();
    await vi.waitFor(() => expect(server.installs.length).toBeGreaterThan(reported), waited);
    expect(server.installs.at(-1)).toMatchObject({ state: 'Installed', packageVersionId: good.packageVersionId });
    expect(await readdir(join(data(), 'packages', packageId))).toEqual([good.packageVersionId]);
  });
});
