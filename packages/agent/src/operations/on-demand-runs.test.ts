import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import type { AgentOperation } from '@cfs/contracts/agent-operations';
import { loadAgentKey } from '../agent-key.ts';
import { createLog } from '../log.ts';
import { createServerClient } from '../server-client.ts';
import { createSession } from '../session.ts';
import { startProtocolServer } from '../testing/protocol-server.ts';
import { createOnDemandRuns } from './on-demand-runs.ts';
import { openRunJournal } from './run-journal.ts';

const waited = { timeout: 60_000, interval: 50 };

it('executes a claimed run, with the same id, once its start can be written to the journal', async () => {
  const server = await startProtocolServer();
  const directory = await mkdtemp(join(tmpdir(), 'cfs-on-demand-'));
  const ending = new AbortController();
  const lines: string[] = [];
  const log = createLog((line) => lines.push(line));
  const client = createServerClient(server.address, { proxy: undefined, authorities: undefined }, ending.signal);
  const completionToken = randomUUID();
  const inTheWay = join(directory, 'runs', `${completionToken}.json.new`);
  let isFirst = true;
  const runs = createOnDemandRuns({
    session: createSession(client, server.deviceId, await loadAgentKey(directory)),
    journal: await openRunJournal(join(directory, 'runs')),
    log,
    signal: ending.signal,
    run: async (_operation, runId, onStart) => {
      const started = new Date(0).toISOString();
      if (isFirst) await mkdir(inTheWay);
      isFirst = false;
      await onStart(started);
      const result = { outcome: 'Succeeded', exitCode: 0, output: 'made', outputTruncated: false } as const;
      return { runId, started, durationMilliseconds: 1, result };
    },
    keepPacket: async () => undefined,
  });
  const operation: AgentOperation = {
    deviceOperationId: randomUUID(),
    operationId: randomUUID(),
    operationName: 'Script',
    label: 'My script',
    program: { kind: 'builtIn', name: 'Script' },
    resultType: 1,
    frequency: 1,
    intervalSeconds: 30,
    jitterSeconds: 0,
    timeoutSeconds: 60,
    memoryLimitMebibytes: 128,
    enabled: true,
    parameters: [],
    run: null,
  };
  const take = (): void => runs.take(operation, { completionToken, leaseSeconds: 60 });
  take();
  await vi.waitFor(() => expect(lines.join('')).toContain('a run on demand could not be started'), waited);
  await rmdir(inTheWay);
  take();
  await vi.waitFor(() => expect(server.reports).toMatchObject([{ completionToken, output: 'made' }]), waited);
  expect(server.claims).toHaveLength(2);
  expect(server.claims[1]).toEqual(server.claims[0]);
  ending.abort();
  await server.close();
  await rm(directory, { recursive: true, maxRetries: 20 });
});
