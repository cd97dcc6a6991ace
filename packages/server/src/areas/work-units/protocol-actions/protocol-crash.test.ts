import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { WorkUnit } from '@cfs/contracts/work-units';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { leaseMilliseconds } from '../../../platform/durable-work/claim-steps.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { startHttpLedger, type HttpLedger } from '../testing/http-ledger.ts';
import type { CrashTask } from '../testing/protocol-crash.fixture.ts';
import { createProtocolScene, type ProtocolScene } from '../testing/protocol-scene.ts';

const program = fileURLToPath(new URL('../testing/protocol-crash.fixture.ts', import.meta.url));
let server: TestServer;
let scene: ProtocolScene;
let ledger: HttpLedger;
let unit: WorkUnit;

beforeAll(async () => {
  ledger = await startHttpLedger();
  server = await startTestServer({ environment: { FEATURES: 'private-action-addresses' } });
  scene = createProtocolScene(server);
});
afterAll(async () => {
  await server.close();
  ledger.close();
});

/** Runs a task in a separate process; resolves with the signal that ended it, or its exit code. */
const runTask = async (task: CrashTask['task'], killPoint = '', later = 0): Promise<string | number> => {
  const request: CrashTask = {
    connections: server.database.connections,
    tenantId: server.tenants.own,
    workUnitId: unit.workUnitId,
    task,
    now: new Date(server.clock.now().getTime() + later).toISOString(),
  };
  const child = spawn(process.execPath, [program, JSON.stringify(request)], {
    env: { ...process.env, CFS_CRASH_AT: killPoint },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  return signal ?? code ?? -1;
};

/** The entries of the unit's history about the event and its actions. */
const recorded = async (): Promise<string[]> =>
  (await scene.stream(unit)).filter((entry) => /OnAcknowledged|ProtocolAction/.test(entry));

const done = [
  'WorkUnitEvent: OnAcknowledged',
  'ProtocolActionActivity: first: HTTP 200: noted',
  'ProtocolActionActivity: second: HTTP 200: noted',
];

const attempts = (path: string) => ledger.entries.filter((entry) => entry.path === path);

describe('a process that is killed while a protocol runs', () => {
  beforeEach(async () => {
    const protocolId = await scene.protocol();
    for (const [sequence, summary] of ['first', 'second'].entries())
      await scene.action(protocolId, await scene.definition(`${ledger.address}/${summary}`), 'OnAcknowledged', {
        runAutomatically: true,
        sequence,
        summary,
      });
    unit = await scene.unit({ protocolId });
    ledger.entries.length = 0;
  });

  it('before the commit of a change leaves no change and no queued action', async () => {
    expect(await runTask('acknowledge', 'work-unit-before-commit')).toBe('SIGKILL');
    expect(await runTask('work')).toBe(0);
    expect(ledger.entries).toEqual([]);
    expect(await recorded()).toEqual([]);
  });

  it('after the commit of a change leaves its actions to another worker', async () => {
    expect(await runTask('acknowledge', 'after-commit')).toBe('SIGKILL');
    expect(await recorded()).toEqual(done.slice(0, 1));
    expect(await runTask('work')).toBe(0);
    expect(await recorded()).toEqual(done);
    expect(ledger.entries.map(({ path }) => path)).toEqual(['/first', '/second']);
  });

  it('before the commit of an action causes a retry with the same idempotency key', async () => {
    expect(await runTask('acknowledge')).toBe(0);
    expect(await runTask('work', 'step-before-commit')).toBe('SIGKILL');
    expect(await recorded()).toEqual(done.slice(0, 1));
    expect(await runTask('work', '', leaseMilliseconds)).toBe(0);
    expect(await recorded()).toEqual(done);
    expect(attempts('/first')).toHaveLength(2);
    expect(new Set(attempts('/first').map(({ key }) => key)).size).toBe(1);
    expect(attempts('/second')).toHaveLength(1);
  });

  it('after the commit of an action causes no retry', async () => {
    expect(await runTask('acknowledge')).toBe(0);
    expect(await runTask('work', 'step-after-commit')).toBe('SIGKILL');
    expect(await recorded()).toEqual(done.slice(0, 2));
    expect(await runTask('work', '', leaseMilliseconds)).toBe(0);
    expect(await recorded()).toEqual(done);
    expect(ledger.entries.map(({ path }) => path)).toEqual(['/first', '/second']);
  });
});
