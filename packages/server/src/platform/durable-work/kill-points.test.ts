import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { leaseMilliseconds } from './claim-steps.ts';
import type { KillPointTask } from './kill-points.fixture.ts';

const program = fileURLToPath(new URL('kill-points.fixture.ts', import.meta.url));
const start = Date.parse('2026-03-02T10:00:00Z');
const tenantId = randomUUID();
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.asOwner('truncate cfs.work_events, cfs.work_steps, cfs.work_attempts, cfs.work_timers'));
afterAll(() => database.drop());

/** Runs a task in a child process. Returns the signal that ended it, or its exit code. */
const runTask = async (task: KillPointTask['task'], killPoint = '', at = start): Promise<string | number> => {
  const { connections } = database;
  const request: KillPointTask = { connections, tenantId, task, now: new Date(at).toISOString() };
  const child = spawn(process.execPath, [program, JSON.stringify(request)], {
    env: { ...process.env, CFS_CRASH_AT: killPoint },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  return signal ?? code ?? -1;
};

const ledger = async (): Promise<string[]> => {
  const rows = await database.asOwner<{ subject_id: string }>(
    "select subject_id from cfs.work_events where kind = 'LedgerEntry' order by subject_id",
  );
  return rows.map((row) => row.subject_id);
};

describe('a process that is killed', () => {
  it('before the commit of a change records nothing', async () => {
    expect(await runTask('record', 'before-commit')).toBe('SIGKILL');
    expect(await runTask('work')).toBe(0);
    expect(await ledger()).toEqual([]);
  });

  it('after the commit of a change leaves its work to other workers', async () => {
    expect(await runTask('record', 'after-commit')).toBe('SIGKILL');
    expect(await runTask('work')).toBe(0);
    expect(await ledger()).toEqual(['step', 'timer']);
  });

  it.each<[string, string[]]>([
    ['timer-before-commit', []],
    ['timer-after-commit', ['timer']],
    ['step-before-commit', ['timer']],
    ['step-after-commit', ['step', 'timer']],
  ])('at %s does not repeat or lose an effect', async (killPoint, afterKill) => {
    expect(await runTask('record')).toBe(0);
    expect(await runTask('work', killPoint)).toBe('SIGKILL');
    expect(await ledger()).toEqual(afterKill);
    expect(await runTask('work', '', start + leaseMilliseconds)).toBe(0);
    expect(await ledger()).toEqual(['step', 'timer']);
  });

  it('in the middle of a batch has no effect, and another worker runs the batch once', async () => {
    expect(await runTask('record many')).toBe(0);
    expect(await runTask('work', 'step-applied')).toBe('SIGKILL');
    expect(await ledger()).toEqual([]);
    expect(await runTask('work', '', start + leaseMilliseconds)).toBe(0);
    expect(await ledger()).toEqual(Array.from({ length: 5 }, () => 'step'));
    expect(await database.asOwner('select number, outcome from cfs.work_attempts order by number, outcome')).toEqual([
      ...Array.from({ length: 5 }, () => ({ number: 1, outcome: 4 })),
      ...Array.from({ length: 5 }, () => ({ number: 2, outcome: 1 })),
    ]);
  });
});
