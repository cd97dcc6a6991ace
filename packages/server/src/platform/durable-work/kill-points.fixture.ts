import { systemContext } from '../context.ts';
import type { Clock } from '../clock.ts';
import { createGate, type GateOptions } from '../database/create-gate.ts';
import { createDerivedKeys } from '../secrets/derived-keys.ts';
import { testMasterKey } from '../../testing/test-database-constants.ts';
import { createWork } from './create-work.ts';
import { crashAt } from './kill-points.ts';
import { createWorker } from './worker.ts';

/** The request of a test to the process that it kills. */
export interface KillPointTask {
  readonly connections: GateOptions['connections'];
  readonly tenantId: string;
  readonly task: 'record' | 'record many' | 'work';
  /** The time of the process's clock, ISO 8601. */
  readonly now: string;
}

/**
 * A process that runs one task and is killed at the point named by CFS_CRASH_AT. Steps and timers write to the ledger.
 */
const run = async ({ connections, tenantId, task, now }: KillPointTask): Promise<void> => {
  const clock: Clock = { now: () => new Date(now) };
  const gate = createGate({
    connections,
    keys: createDerivedKeys(testMasterKey),
    clock,
    onConnectionError: () => undefined,
  });
  const work = createWork();
  const context = systemContext({ name: 'test', clock, tenantId });
  const entry = (subject: string) => ({
    tenantId,
    subject: { kind: 'ledger', id: subject },
    kind: 'LedgerEntry',
    payload: {},
    steps: [],
  });
  if (task === 'record') {
    await gate.write(context, 'Settings:edit', async (db) => {
      await work.record(db, context, {
        tenantId,
        subject: { kind: 'thing', id: 'one' },
        kind: 'ThingHappened',
        payload: {},
        steps: [{ action: 'enter', sequence: 0, handler: 'enter', input: null }],
      });
      await work.schedule(db, [{ tenantId, kind: 'fire', key: 'one', due: clock.now() }]);
      crashAt('before-commit');
    });
    crashAt('after-commit');
  } else if (task === 'record many') {
    await gate.write(context, 'Settings:edit', (db) =>
      work.recordAll(
        db,
        context,
        ['one', 'two', 'three', 'four', 'five'].map((id) => ({
          tenantId,
          subject: { kind: 'thing', id },
          kind: 'ThingHappened',
          payload: {},
          steps: [{ action: 'enter', sequence: 0, handler: 'enter', input: null }],
        })),
      ),
    );
  } else {
    const worker = createWorker({
      services: { gate, clock, log: { error: () => undefined, warn: () => undefined } },
      handlers: {
        enter: () => Promise.resolve({ kind: 'done' as const, apply: (db) => work.record(db, context, entry('step')) }),
      },
      timers: {
        fire: async (db) => {
          await work.record(db, context, entry('timer'));
          return undefined;
        },
      },
    });
    while ((await worker.runDue()) > 0);
  }
  await gate.close();
};

await run(JSON.parse(process.argv[2] ?? '') as KillPointTask);
