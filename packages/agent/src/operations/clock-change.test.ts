import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLog } from '../log.ts';
import { createOperations, type Operations } from './operations.ts';
import { openRunJournal } from './run-journal.ts';

const day = 24 * 60 * 60_000;
const waited = { timeout: 60_000, interval: 50 };

let directory: string;
let operations: Operations;
let packets: number;
/** Milliseconds by which the system clock is set forward. */
let offset: number;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cfs-clock-'));
  packets = 0;
  offset = 0;
  const now = Date.now.bind(Date);
  vi.spyOn(Date, 'now').mockImplementation(() => now() + offset);
  const uncalled = () => Promise.reject(new Error('there is no server'));
  operations = createOperations({
    session: { signIn: uncalled, call: uncalled, download: uncalled },
    journal: await openRunJournal(join(directory, 'runs')),
    log: createLog(() => undefined),
    signal: new AbortController().signal,
    network: { proxy: undefined, authorities: undefined },
    scratchDirectory: join(directory, 'scratch'),
    environment: {},
    keepPacket: async ({ message }) => {
      expect(message).toMatchObject({ States: { Outcome: 'Succeeded' } });
      packets += 1;
    },
    packageDirectory: () => undefined,
    factsOf: () => ({
      DeviceId: '',
      DeviceName: '',
      DeviceOperationId: '',
      AgentVersion: '',
      MachineName: '',
      OperatingSystem: '',
      PackageDirectory: '',
    }),
    known: new Set(),
  });
});
afterEach(async () => {
  await operations.stop();
  vi.restoreAllMocks();
  await rm(directory, { recursive: true, maxRetries: 20 });
});

it('runs at its interval after the clock was set forward or back', async () => {
  operations.apply({
    deviceId: randomUUID(),
    name: 'tested',
    enabled: true,
    heartbeatInterval: 0,
    restartAgentFlag: false,
    shipsLogs: false,
    traceExpiration: null,
    installs: [],
    publisherKeys: [],
    operations: [
      {
        deviceOperationId: randomUUID(),
        operationId: randomUUID(),
        operationName: 'HostMetrics',
        label: 'Host',
        program: { kind: 'builtIn', name: 'HostMetrics' },
        resultType: 1,
        frequency: 2,
        intervalSeconds: 1,
        jitterSeconds: 0,
        timeoutSeconds: 60,
        memoryLimitMebibytes: 128,
        enabled: true,
        parameters: [],
        run: null,
      },
    ],
  });
  for (const change of [0, -day, day]) {
    offset += change;
    const before = packets;
    // One run may have begun before the change.
    await vi.waitFor(() => expect(packets).toBeGreaterThan(before + 2), waited);
  }
});
