import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AgentConfiguration } from '@cfs/contracts/agents';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createLog } from '../log.ts';
import type { Session } from '../session.ts';
import { createInstalls } from './installs.ts';
import { openPackageStore } from './package-store.ts';

const unreachable = (): Promise<never> => Promise.reject(new Error('the server cannot be reached'));
const session: Session = { signIn: unreachable, call: unreachable, download: unreachable };

const ids = () => ({ packageId: randomUUID(), packageVersionId: randomUUID(), version: '1.0.0' });
const configuration: AgentConfiguration = {
  deviceId: randomUUID(),
  name: 'Machine',
  enabled: true,
  heartbeatInterval: 60,
  restartAgentFlag: false,
  shipsLogs: false,
  traceExpiration: null,
  operations: [],
  installs: [{ ...ids(), packageName: 'wanted', isAgent: false, sha256: '0'.repeat(64), size: 1, path: '/wanted' }],
  publisherKeys: [],
};

test('a removal that fails is tried again, and keeps nothing else from being installed', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'cfs-removal-'));
  const end = new AbortController();
  const lines: string[] = [];
  const installed = [{ ...ids(), executable: undefined }];
  const remove = vi.fn((): Promise<void> => {
    if (remove.mock.calls.length === 1) return Promise.reject(new Error('EBUSY: resource busy or locked'));
    installed.pop();
    return Promise.resolve();
  });
  const installs = createInstalls({
    session,
    log: createLog((line) => lines.push(line)),
    signal: end.signal,
    store: { ...(await openPackageStore(directory)), installed: () => installed, remove },
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
  await vi.waitFor(() => expect(lines.join()).toMatch(/"package removed"/), { timeout: 60_000 });
  expect(lines.join()).toMatch(/"package could not be removed".*EBUSY.*"package could not be installed"/s);
});
