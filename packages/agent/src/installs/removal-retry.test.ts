import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AgentInstall } from '@cfs/contracts/agent-installs';
import type { AgentConfiguration } from '@cfs/contracts/agents';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createLog } from '../log.ts';
import type { Session } from '../session.ts';
import { createInstalls } from './installs.ts';
import { openPackageStore } from './package-store.ts';

const unreachable = (): Promise<never> => Promise.reject(new Error('the server cannot be reached'));

const installOf = (packageName: string): AgentInstall => ({
  packageId: randomUUID(),
  packageVersionId: randomUUID(),
  version: '1.0.0',
  packageName,
  isAgent: false,
  sha256: '0'.repeat(64),
  size: 1,
  path: '/bundle',
});
const configuration: AgentConfiguration = {
  deviceId: randomUUID(),
  name: 'Machine',
  enabled: true,
  heartbeatInterval: 60,
  restartAgentFlag: false,
  shipsLogs: false,
  traceExpiration: null,
  operations: [],
  installs: [installOf('wanted')],
  publisherKeys: [],
};

test('deletes files in use later, and still tries to install other packages', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'cfs-removal-'));
  const end = new AbortController();
  const lines: string[] = [];
  const store = await openPackageStore(directory, { onPruneFailure: () => undefined });
  const former = installOf('former');
  await store.install(former, async (target) => {
    await mkdir(target, { recursive: true });
    return { name: 'former', version: '1.0.0', files: [] };
  });
  let hasFailed = false;
  const reported: unknown[] = [];
  const session: Session = {
    signIn: unreachable,
    download: unreachable,
    call: ({ body }) => {
      reported.push({ body, isThere: existsSync(store.directoryOf(former)) });
      return Promise.resolve({ status: 204, etag: undefined, body: undefined });
    },
  };
  const installs = createInstalls({
    session,
    log: createLog((line) => lines.push(line)),
    signal: end.signal,
    store: {
      ...store,
      clear: (packageId) => {
        if (hasFailed) return store.clear(packageId);
        hasFailed = true;
        return Promise.reject(new Error('EBUSY: resource busy or locked'));
      },
    },
    publisherKeys: [],
    onProbation: false,
    onUpdate: () => undefined,
    retryMilliseconds: { network: 600_000, machine: 1 },
  });
  onTestFinished(async () => {
    end.abort();
    await installs.stop();
    await rm(directory, { recursive: true });
  });
  installs.apply(configuration);
  const removal = { packageId: former.packageId, state: 'Removed' };
  await vi.waitFor(
    () =>
      expect(reported).toContainEqual({
        body: expect.arrayContaining([expect.objectContaining(removal)]) as unknown,
        isThere: false,
      }),
    { timeout: 60_000 },
  );
  expect(reported).not.toContainEqual({
    body: expect.arrayContaining([expect.objectContaining(removal)]) as unknown,
    isThere: true,
  });
  expect(lines.join()).toMatch(/"package could not be removed".*EBUSY.*"package could not be installed"/s);
});
