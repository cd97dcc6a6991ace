import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { TurnableClock } from '../../testing/turnable-clock.ts';
import { systemContext } from '../context.ts';
import type { Gate } from '../database/gate.ts';
import { claimSteps, leaseDuration } from './claim-steps.ts';
import { createWork } from './create-work.ts';
import { finishStep, LeaseLostError } from './finish-step.ts';
import { scheduleHousekeeping } from './housekeeping.ts';
import { maximumAttempts, pauseAfter } from './retry-pause.ts';
import type { StepHandler, TimerHandler } from './step-handler.ts';
import type { WorkOrder } from './work-order.ts';
import { createWorker, type WorkerServices } from './worker.ts';

const tenantId = randomUUID();
const quiet = { error: () => undefined, warn: () => undefined };
const work = createWork();

let database: TestDatabase;
let gate: Gate;
const clock = new TurnableClock();
const context = systemContext({ name: 'test', clock, tenantId });

beforeAll(async () => {
  database = await createTestDatabase();
  gate = database.createGate({ clock });
});
afterEach(() => database.asOwner('truncate cfs.work_events, cfs.work_steps, cfs.work_attempts, cfs.work_timers'));
afterAll(() => database.drop());

const order = (subject: string, ...actions: string[]): WorkOrder => ({
  tenantId,
  subject: { kind: 'thing', id: subject },
  kind: 'ThingHappened',
  payload: { subject },
  steps: actions.map((action, sequence) => ({ action, sequence, handler: 'note', input: { action } })),
});

const record = (...orders: WorkOrder[]) =>
  gate.write(context, 'Settings:edit', (db) => work.recordAll(db, context, orders));

const workerOf = (
  handler: StepHandler<WorkerServices>,
  timers: Record<string, TimerHandler<WorkerServices>> = {},
  concurrency = 8,
) => createWorker({ services: { gate, clock, log: quiet }, handlers: { note: handler }, timers, concurrency });

const settle = async (worker: { runDue(): Promise<number> }): Promise<void> => {
  while ((await worker.runDue()) > 0);
};

const steps = () =>
  database.asOwner<{ action: string; state: number; attempts: number }>(
    'select action, state, attempts from cfs.work_steps order by position',
  );

describe('the worker', () => {
  it('runs the steps of a subject in their order', async () => {
    const seen: string[] = [];
    await record(order('a', 'first', 'second'), order('a', 'third'));
    await settle(
      workerOf(async (step) => {
        seen.push(step.action);
        return { kind: 'done' };
      }),
    );
    expect(seen).toEqual(['first', 'second', 'third']);
  });

  it('lets a failing subject wait without holding up another', async () => {
    const seen: string[] = [];
    await record(order('a', 'stuck', 'behind'), order('b', 'free'));
    await settle(
      workerOf(async (step) => {
        seen.push(step.action);
        return step.action === 'stuck' ? { kind: 'retry', reason: 'not yet' } : { kind: 'done' };
      }),
    );
    expect(seen.toSorted()).toEqual(['free', 'stuck']);
  });

  it('tries again after growing pauses and fails for good', async () => {
    await record(order('a', 'hopeless', 'after'));
    const worker = workerOf(async (step) => {
      if (step.action === 'after') return { kind: 'done' };
      throw new Error('no luck');
    });
    for (let attempt = 1; attempt < maximumAttempts; attempt += 1) {
      await settle(worker);
      clock.advance(pauseAfter(attempt) - 1);
      expect(await worker.runDue()).toBe(0);
      clock.advance(1);
    }
    await settle(worker);
    expect(await steps()).toEqual([
      { action: 'hopeless', state: 3, attempts: maximumAttempts },
      { action: 'after', state: 2, attempts: 1 },
    ]);
    const attempts = await database.asOwner("select outcome, detail from cfs.work_attempts where detail = 'no luck'");
    expect(attempts).toHaveLength(maximumAttempts);
  });

  it('writes a step and its effects together or not at all', async () => {
    await record(order('a', 'only'));
    let fails = true;
    const worker = workerOf(async (step) => ({
      kind: 'done',
      apply: async (db) => {
        await work.record(db, context, order('ledger', step.idempotencyKey));
        if (fails) throw new Error('in the middle');
      },
    }));
    await worker.runDue();
    expect((await steps()).map((step) => step.action)).toEqual(['only']);
    fails = false;
    clock.advance(pauseAfter(1));
    await worker.runDue();
    expect(await steps()).toHaveLength(2);
  });

  it('keeps the same idempotency key on every attempt', async () => {
    const keys: string[] = [];
    await record(order('a', 'only'));
    const worker = workerOf(async (step) => {
      keys.push(step.idempotencyKey);
      return step.attempt === 1 ? { kind: 'retry', reason: 'again' } : { kind: 'done' };
    });
    await worker.runDue();
    clock.advance(pauseAfter(1));
    await worker.runDue();
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });

  it('stops within its grace while a handler hangs', async () => {
    await record(order('a', 'endless'));
    let begun: () => void = () => undefined;
    const beginning = new Promise<void>((resolve) => (begun = resolve));
    const worker = createWorker({
      services: { gate, clock, log: quiet },
      handlers: {
        note: (step) => {
          begun();
          return new Promise((resolve) =>
            step.signal.addEventListener('abort', () => resolve({ kind: 'retry', reason: 'stopped' })),
          );
        },
      },
      timers: {},
      grace: 10,
    });
    worker.start();
    await beginning;
    await worker.stop();
    expect((await steps())[0]).toMatchObject({ attempts: 1 });
  });
});

describe('leases', () => {
  const claim = (worker: string) =>
    claimSteps(gate, systemContext({ name: worker, clock, tenantId: 'all' }), {
      worker,
      handlers: ['note'],
      limit: 10,
    });

  it('gives each step to one of two workers', async () => {
    await record(...Array.from({ length: 20 }, (_, index) => order(`subject ${index}`, 'only')));
    const claims = await Promise.all([claim('one'), claim('other')]);
    const ids = claims.flat().map((step) => step.step_id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('fences out a worker whose lease has ended', async () => {
    await record(order('a', 'only'));
    const [late] = await claim('late');
    expect(await claim('early')).toEqual([]);
    clock.advance(leaseDuration);
    const [current] = await claim('current');
    if (!late || !current) throw new Error('Nothing was claimed.');
    await expect(finishStep(gate, context, late, { kind: 'done' })).rejects.toThrow(LeaseLostError);
    await finishStep(gate, context, current, { kind: 'done' });
    expect(await database.asOwner('select number, outcome from cfs.work_attempts order by number')).toEqual([
      { number: 1, outcome: 4 },
      { number: 2, outcome: 1 },
    ]);
  });

  it('ends with the drop of its step', async () => {
    await record(order('rule/a', 'only'), order('other/a', 'only'));
    const claimed = await claim('one');
    await gate.write(context, 'Settings:edit', (db) =>
      work.drop(db, context, { kind: 'thing', idPrefix: 'rule/', reason: 'disabled' }),
    );
    const outcomes = await Promise.allSettled(claimed.map((step) => finishStep(gate, context, step, { kind: 'done' })));
    expect(outcomes.map((outcome) => outcome.status)).toEqual(['rejected', 'fulfilled']);
    expect((await steps()).map((step) => step.state)).toEqual([4, 2]);
  });
});

describe('timers', () => {
  const schedule = (key: string, due: Date) =>
    gate.write(context, 'Settings:edit', (db) => work.schedule(db, [{ tenantId, kind: 'bell', key, due }]));

  it('fire once when the clock has reached them', async () => {
    const rung: string[] = [];
    const worker = workerOf(async () => ({ kind: 'done' }), {
      bell: async (_db, _context, timer) => {
        rung.push(timer.key);
        return undefined;
      },
    });
    await schedule('noon', new Date(clock.now().getTime() + 60_000));
    await worker.runDue();
    expect(rung).toEqual([]);
    clock.advance(60_000);
    await Promise.all([worker.runDue(), worker.runDue()]);
    await worker.runDue();
    expect(rung).toEqual(['noon']);
  });

  it('are set anew by what their handler answers', async () => {
    let rung = 0;
    const worker = workerOf(async () => ({ kind: 'done' }), {
      bell: async (_db, { context }) => {
        rung += 1;
        return rung < 3 ? new Date(context.clock.now().getTime() + 1_000) : undefined;
      },
    });
    await schedule('again', clock.now());
    for (let second = 0; second < 5; second += 1) {
      await worker.runDue();
      clock.advance(1_000);
    }
    expect(rung).toBe(3);
  });

  it('wait and try again when their handler fails', async () => {
    let rung = 0;
    const worker = workerOf(async () => ({ kind: 'done' }), {
      bell: async () => {
        rung += 1;
        if (rung === 1) throw new Error('cracked');
        return undefined;
      },
    });
    await schedule('cracked', clock.now());
    await worker.runDue();
    expect(await database.asOwner('select failures, detail from cfs.work_timers')).toEqual([
      { failures: 1, detail: 'cracked' },
    ]);
    clock.advance(pauseAfter(1));
    await worker.runDue();
    expect(rung).toBe(2);
    expect(await database.asOwner('select * from cfs.work_timers')).toEqual([]);
  });
});

describe('housekeeping', () => {
  it('clears away finished work of more than 30 days ago', async () => {
    await record(order('old', 'done'), order('stuck', 'waiting'));
    const worker = workerOf((step) =>
      Promise.resolve(step.action === 'done' ? { kind: 'done' } : { kind: 'retry', reason: 'not yet' }),
    );
    await worker.runDue();
    clock.advance(31 * 24 * 60 * 60_000);
    await record(order('new', 'done'));
    await scheduleHousekeeping(gate, clock);
    await worker.runDue();
    const left = await database.asOwner<{ subject_id: string }>(
      'select subject_id from cfs.work_events order by created',
    );
    expect(left.map((event) => event.subject_id).toSorted()).toEqual(['new', 'stuck']);
  });
});
