import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { ManualClock } from '../../testing/manual-clock.ts';
import { systemContext } from '../context.ts';
import type { Gate } from '../database/gate.ts';
import { claimSteps, firstQueue, leaseMilliseconds, type Claim, type ClaimedStep } from './claim-steps.ts';
import { createWork } from './create-work.ts';
import { contextOfStep, finishSteps } from './finish-steps.ts';
import { scheduleHousekeeping } from './housekeeping.ts';
import { maxAttempts, maxLosses, maxPauseAfterLoss, backoffAfter } from './backoff.ts';
import { releaseSteps, renewLeases, returnDueSteps } from './return-steps.ts';
import type { StepHandler, StepOutcome, RecordingHandler, TimerHandler } from './step-handler.ts';
import type { StepOrder, WorkOrder } from './work-order.ts';
import { createWorker, type WorkerServices } from './worker.ts';

const tenantId = randomUUID();
const quiet = { error: () => undefined, warn: () => undefined };
const work = createWork();

let database: TestDatabase;
let gate: Gate;
const clock = new ManualClock();
const context = systemContext({ name: 'test', clock, tenantId });
const all = systemContext({ name: 'test', clock, tenantId: 'all' });

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
  handler: StepHandler<WorkerServices> | RecordingHandler<WorkerServices>,
  timers: Record<string, TimerHandler<WorkerServices>> = {},
) => createWorker({ services: { gate, clock, log: quiet }, handlers: { note: handler }, timers });

const settle = async (worker: { runDue(): Promise<number> }): Promise<void> => {
  while ((await worker.runDue()) > 0);
};

const steps = () =>
  database.asOwner<{ action: string; state: number; attempts: number }>(
    'select action, state, attempts from cfs.work_steps order by position',
  );

/** Wraps the gate so that a test can count, delay or fail its reads and writes. */
const watchedGate = () => {
  const state = { reads: 0, writes: 0, before: async (_kind: 'read' | 'write'): Promise<void> => undefined };
  const watched: Gate = {
    ...gate,
    async read(...given) {
      state.reads += 1;
      await state.before('read');
      return gate.read(...given);
    },
    async write(...given) {
      state.writes += 1;
      await state.before('write');
      return gate.write(...given);
    },
  };
  return { gate: watched, state };
};

/** Creates a log that keeps its entries as texts. */
const keptLog = () => {
  const entries: string[] = [];
  const write = (level: string) => (fields: unknown, text?: string) => {
    const { reason } = fields as { reason?: string };
    entries.push([level, text, reason].filter((part) => part !== undefined).join(': '));
  };
  return { entries, log: { error: write('error'), warn: write('warn') } };
};

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

  it('runs the steps of an event in ascending sequence', async () => {
    const seen: string[] = [];
    const { steps: [first, second, third] = [], ...event } = order('a', 'first', 'second', 'third');
    if (!first || !second || !third) throw new TypeError('unreachable');
    await record({ ...event, steps: [third, first, second] });
    await settle(
      workerOf(async (step) => {
        seen.push(step.action);
        return { kind: 'done' };
      }),
    );
    expect(seen).toEqual(['first', 'second', 'third']);
  });

  it('returns the number of steps and timers that it ran', async () => {
    await record(...Array.from({ length: 150 }, (_, index) => order(`subject ${index}`, 'only')));
    await gate.write(context, 'Settings:edit', (db) =>
      work.schedule(db, [{ tenantId, kind: 'bell', key: 'noon', due: clock.now() }]),
    );
    const worker = workerOf(async () => ({ kind: 'done' }), { bell: async () => undefined });
    let done = 0;
    for (let ran = await worker.runDue(); ran > 0; ran = await worker.runDue()) done += ran;
    expect(done).toBe(151);
  });

  it('runs the steps of more tenants than a claim visits at once', async () => {
    const tenants = Array.from({ length: 20 }, () => randomUUID());
    const orders = tenants.map((each) => ({ ...order('a', 'only'), tenantId: each }));
    await gate.write(all, 'Settings:edit', (db) => work.recordAll(db, context, orders));
    expect(await workerOf(async () => ({ kind: 'done' })).runDue()).toBe(20);
  });

  it('logs steps that are retried, and none that are done', async () => {
    const { entries, log } = keptLog();
    await record(order('a', 'done'), order('b', 'fails'));
    const worker = createWorker({
      services: { gate, clock, log },
      handlers: {
        note: async (step) => (step.action === 'done' ? { kind: 'done' } : { kind: 'retry', reason: 'not yet' }),
      },
      timers: {},
    });
    await worker.runDue();
    expect(entries).toEqual(['warn: step not done: not yet']);
  });

  it('retries a failing subject without delaying another', async () => {
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

  it('retries with backoff and fails after the last attempt', async () => {
    await record(order('a', 'hopeless', 'after'));
    const lastAttempts: boolean[] = [];
    const worker = workerOf(async (step) => {
      if (step.action === 'after') return { kind: 'done' };
      lastAttempts.push(step.isLastAttempt);
      throw new Error('no luck');
    });
    for (let attempt = 1; attempt < maxAttempts; attempt += 1) {
      await settle(worker);
      clock.advance(backoffAfter(attempt) - 1);
      expect(await worker.runDue()).toBe(0);
      clock.advance(1);
    }
    await settle(worker);
    expect(await steps()).toEqual([
      { action: 'hopeless', state: 3, attempts: maxAttempts },
      { action: 'after', state: 2, attempts: 1 },
    ]);
    expect(lastAttempts).toEqual([false, false, false, false, false, true]);
    const attempts = await database.asOwner("select outcome, detail from cfs.work_attempts where detail = 'no luck'");
    expect(attempts).toHaveLength(maxAttempts);
  });

  it('commits the outcome of a step and its effects atomically', async () => {
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
    clock.advance(backoffAfter(1));
    await worker.runDue();
    expect(await steps()).toHaveLength(2);
  });

  it.each(['throws', 'cannot record its effects'])(
    'records the failure of a handler whose last attempt %s',
    async (how) => {
      await record(order('a', 'only'));
      const told: string[] = [];
      const fail = () => Promise.reject(new Error(how));
      const worker = workerOf({
        run: async () => (how === 'throws' ? fail() : { kind: 'done', apply: fail }),
        gaveUp: (step, reason) => async (db) => {
          told.push(`${step.attempt}: ${reason}`);
          await work.record(db, step.context, order('ledger'));
        },
      });
      for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
        expect(told).toEqual([]);
        await worker.runDue();
        clock.advance(backoffAfter(attempt));
      }
      expect(told).toEqual([
        expect.stringMatching(new RegExp(`^${maxAttempts}: (The result .* taken effect: )?${how}$`)),
      ]);
      expect(await steps()).toEqual([{ action: 'only', state: 3, attempts: maxAttempts }]);
      expect(await database.asOwner(`select from cfs.work_events where subject_id = 'ledger'`)).toHaveLength(1);
    },
  );

  it('retries to record the outcome of a last attempt', async () => {
    await record(order('a', 'only'));
    let tries = 0;
    const worker = workerOf({
      run: async ({ isLastAttempt }) => {
        if (!isLastAttempt) return { kind: 'retry', reason: 'not yet' };
        return { kind: 'done', apply: async () => ((tries += 1) === 1 ? Promise.reject(new Error('deadlock')) : 0) };
      },
      gaveUp: () => () => Promise.reject(new Error('given up')),
    });
    for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
      await worker.runDue();
      clock.advance(backoffAfter(attempt));
    }
    expect([tries, await steps()]).toEqual([2, [{ action: 'only', state: 2, attempts: maxAttempts }]]);
  });

  it('fails a step even if its failure cannot be recorded by the handler', async () => {
    await record(order('a', 'only'));
    const fail = () => Promise.reject(new Error('not recorded'));
    const worker = workerOf({ run: fail, gaveUp: () => fail });
    for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
      await worker.runDue();
      clock.advance(backoffAfter(attempt));
    }
    expect(await steps()).toEqual([{ action: 'only', state: 3, attempts: maxAttempts }]);
  });

  it('keeps the same idempotency key on every attempt', async () => {
    const keys: string[] = [];
    await record(order('a', 'only'));
    const worker = workerOf(async (step) => {
      keys.push(step.idempotencyKey);
      return step.attempt === 1 ? { kind: 'retry', reason: 'again' } : { kind: 'done' };
    });
    await worker.runDue();
    clock.advance(backoffAfter(1));
    await worker.runDue();
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });

  it('passes the input of a retry to the next attempt, and keeps it after a retry without input', async () => {
    const inputs: unknown[] = [];
    await record(order('a', 'only'));
    const worker = workerOf(async (step) => {
      inputs.push(step.input);
      if (step.attempt === 1) return { kind: 'retry', reason: 'in part', input: { left: ['b'] } };
      return step.attempt === 2 ? { kind: 'retry', reason: 'again' } : { kind: 'done' };
    });
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      await worker.runDue();
      clock.advance(backoffAfter(attempt));
    }
    expect(inputs).toEqual([{ action: 'only' }, { left: ['b'] }, { left: ['b'] }]);
  });

  it('runs work that is recorded while it polls', async () => {
    const worker = createWorker({
      services: { gate, clock, log: quiet },
      handlers: { note: async () => ({ kind: 'done', apply: async () => done() }) },
      timers: {},
      interval: 10,
    });
    let done: () => void = () => undefined;
    const finished = new Promise<void>((resolve) => (done = resolve));
    worker.start();
    await record(order('a', 'only'));
    await finished;
    await worker.stop();
    expect(await steps()).toEqual([{ action: 'only', state: 2, attempts: 1 }]);
  });

  it('stops within the grace period while a handler hangs', async () => {
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
    expect(await database.asOwner('select detail from cfs.work_attempts')).toEqual([{ detail: 'stopped' }]);
  });
});

describe('a started worker', () => {
  const start = (options: Partial<Parameters<typeof createWorker<WorkerServices>>[0]>) => {
    const worker = createWorker({
      services: { gate, clock, log: quiet },
      handlers: { note: async () => ({ kind: 'done' }) },
      timers: {},
      interval: 10,
      ...options,
    });
    onTestFinished(() => worker.stop());
    worker.start();
    return worker;
  };

  it('retries a step when its backoff is over', async () => {
    await record(order('a', 'only'));
    start({
      handlers: {
        note: async ({ attempt }) => (attempt === 1 ? { kind: 'retry', reason: 'not yet' } : { kind: 'done' }),
      },
    });
    await expect.poll(steps).toMatchObject([{ state: 5 }]);
    clock.advance(backoffAfter(1));
    await expect.poll(steps).toMatchObject([{ state: 2, attempts: 2 }]);
  });

  it('starts further steps of a full lane as others are finished', async () => {
    await record(...['a', 'b', 'c'].map((subject) => order(subject, 'only')));
    const released = Promise.withResolvers<void>();
    let running = 0;
    start({
      handlers: {
        note: async () => {
          running += 1;
          expect(running).toBe(1);
          await released.promise;
          running -= 1;
          return { kind: 'done' };
        },
      },
      capacities: { local: { running: 1, maxClaimed: 1 } },
    });
    await expect.poll(() => running).toBe(1);
    released.resolve();
    await expect.poll(steps).toMatchObject([{ state: 2 }, { state: 2 }, { state: 2 }]);
    expect((await steps()).map(({ attempts }) => attempts)).toEqual([1, 1, 1]);
  });

  it('only reads while there is nothing to do', async () => {
    const { gate: watched, state } = watchedGate();
    start({ services: { gate: watched, clock, log: quiet } });
    await expect.poll(() => state.reads).toBeGreaterThan(2);
    // The loops have claimed once and now wait for a notification.
    await expect
      .poll(async () => {
        const { reads, writes } = state;
        await expect.poll(() => state.reads).toBeGreaterThan(reads + 5);
        return state.writes - writes;
      })
      .toBeLessThanOrEqual(1);
  });

  it('renews the leases of running steps', async () => {
    await record(order('a', 'slow'));
    const [begun, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    start({
      handlers: {
        note: async () => {
          begun.resolve();
          await released.promise;
          return { kind: 'done' };
        },
      },
    });
    await begun.promise;
    clock.advance(leaseMilliseconds - 1);
    const available = async () =>
      (await database.asOwner<{ available: Date }>('select available from cfs.work_steps'))[0]?.available;
    await expect
      .poll(available, { timeout: leaseMilliseconds / 2 + 1_000 })
      .toEqual(new Date(clock.now().getTime() + leaseMilliseconds));
    released.resolve();
    await expect.poll(steps).toEqual([{ action: 'slow', state: 2, attempts: 1 }]);
  });

  it('logs a failure of the database and continues', async () => {
    const { entries, log } = keptLog();
    const { gate: watched, state } = watchedGate();
    let failures = 0;
    state.before = async (kind) => {
      if (kind === 'write' || failures >= 2) return;
      failures += 1;
      throw new Error('cut off');
    };
    start({ services: { gate: watched, clock, log } });
    const logged = Array.from({ length: 2 }, () => 'error: the worker could not read its work');
    await expect.poll(() => entries).toEqual(logged);
    await record(order('a', 'only'));
    await expect.poll(steps).toMatchObject([{ state: 2 }]);
    expect(entries).toEqual(logged);
  });

  it('stops after the poll in progress', async () => {
    const { gate: watched, state } = watchedGate();
    const [begun, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    state.before = async (kind) => {
      if (kind === 'write') return;
      begun.resolve();
      await released.promise;
    };
    const worker = start({ services: { gate: watched, clock, log: quiet } });
    await begun.promise;
    let isStopped = false;
    const stopping = worker.stop().then(() => (isStopped = true));
    await steps();
    expect(isStopped).toBe(false);
    released.resolve();
    await stopping;
  });
});

const claimOf = (worker: string, claim: Partial<Claim> = {}) =>
  claimSteps(gate, all, { worker, handlers: ['note'], lane: 'local', limit: 10, after: firstQueue, ...claim });

const claim = async (worker: string, given: Partial<Claim> = {}): Promise<readonly ClaimedStep[]> =>
  (await claimOf(worker, given)).steps;

/** Returns the ids of the steps that were still leased. */
const finish = (steps: readonly ClaimedStep[], outcome: StepOutcome = { kind: 'done' }) =>
  finishSteps(
    gate,
    clock,
    steps.map((step) => ({ step, outcome, context: contextOfStep(clock, step) })),
  );

const returnDue = () => returnDueSteps(gate, all);

describe('leases', () => {
  it('let only one of two workers claim a step', async () => {
    await record(...Array.from({ length: 20 }, (_, index) => order(`subject ${index}`, 'only')));
    const claims = await Promise.all([claim('one'), claim('other')]);
    const ids = claims.flat().map((step) => step.step_id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('fence out a worker whose lease has expired', async () => {
    await record(order('a', 'only'));
    const [late] = await claim('late');
    expect(await claim('early')).toEqual([]);
    expect(await returnDue()).toBe(0);
    clock.advance(leaseMilliseconds);
    expect(await returnDue()).toBe(1);
    const [current] = await claim('current');
    if (!late || !current) throw new Error('Nothing was claimed.');
    expect([...(await finish([late]))]).toEqual([]);
    expect([...(await finish([current]))]).toEqual([current.step_id]);
    expect(await database.asOwner('select number, outcome, worker from cfs.work_attempts order by number')).toEqual([
      { number: 1, outcome: 4, worker: 'late' },
      { number: 2, outcome: 1, worker: 'current' },
    ]);
  });

  it('do not expire while they are renewed; a renewal returns those that are lost', async () => {
    await record(order('a', 'only'), order('b', 'only'));
    const claimed = await claim('one');
    clock.advance(leaseMilliseconds - 1);
    expect(await renewLeases(gate, all, claimed)).toEqual(new Set());
    clock.advance(leaseMilliseconds - 1);
    expect(await returnDue()).toBe(0);
    clock.advance(1);
    expect(await returnDue()).toBe(2);
    const [taken] = await claim('other', { limit: 1 });
    expect(await renewLeases(gate, all, claimed)).toEqual(new Set(claimed.map((step) => step.step_id)));
    expect(await renewLeases(gate, all, taken ? [taken] : [])).toEqual(new Set());
  });

  it('are not reported as lost while the outcome of their step is being recorded', async () => {
    await record(order('a', 'only'));
    const claimed = await claim('one');
    let renewed: ReadonlySet<string> | undefined;
    await finish(claimed, {
      kind: 'done',
      apply: async () => (renewed = await renewLeases(gate, all, claimed)),
    });
    expect(renewed).toEqual(new Set());
  });

  it('are released without counting an attempt', async () => {
    await record(order('a', 'only'));
    const claimed = await claim('one');
    await releaseSteps(gate, all, claimed);
    const [again] = await claim('other');
    expect(again).toMatchObject({ attempts: 1, worker: 'other' });
    expect([...(await finish(claimed))]).toEqual([]);
    expect(await database.asOwner('select * from cfs.work_attempts')).toEqual([]);
  });

  it('are not released by a worker that has lost them', async () => {
    await record(order('a', 'only'));
    const late = await claim('late');
    clock.advance(leaseMilliseconds);
    await returnDue();
    const current = await claim('current');
    await releaseSteps(gate, all, late);
    expect(await claim('other')).toEqual([]);
    expect([...(await finish(current))]).toHaveLength(1);
  });

  it('are returned 500 at a time when they have expired', async () => {
    await record(...Array.from({ length: 501 }, (_, index) => order(`subject ${index}`, 'only')));
    expect(await claim('one', { limit: 600 })).toHaveLength(501);
    clock.advance(leaseMilliseconds);
    expect([await returnDue(), await returnDue(), await returnDue()]).toEqual([500, 1, 0]);
  });

  it('end when their step is dropped', async () => {
    await record(order('rule/a', 'only'), order('other/a', 'only'));
    const claimed = await claim('one');
    await gate.write(context, 'Settings:edit', (db) =>
      work.drop(db, context, { kind: 'thing', idPrefix: 'rule/', reason: 'disabled' }),
    );
    const held = await finish(claimed);
    expect(claimed.map((step) => held.has(step.step_id))).toEqual([false, true]);
    expect((await steps()).map((step) => step.state)).toEqual([4, 2]);
    expect(await database.asOwner('select outcome from cfs.work_attempts order by outcome')).toEqual([
      { outcome: 1 },
      { outcome: 5 },
    ]);
  });
});

/** Claims all steps as a worker whose process dies, and returns them when their leases have expired. */
const lose = async (given: Partial<Claim> = {}): Promise<number> => {
  const claimed = await claim('dies', given);
  clock.advance(leaseMilliseconds);
  await returnDue();
  return claimed.length;
};

/** Loses all steps a number of times, each time after the pause of the previous loss. */
const loseTimes = async (losses: number): Promise<void> => {
  for (let loss = 1; loss <= losses; loss += 1) {
    expect(await lose()).toBeGreaterThan(0);
    clock.advance(maxPauseAfterLoss(loss));
    await returnDue();
  }
};

describe('lost attempts', () => {
  it('are repeated at once after the first loss, and after a growing pause from the second on', async () => {
    await record(order('a', 'only'));
    expect(await lose()).toBe(1);
    for (let loss = 2; loss <= maxLosses; loss += 1) {
      expect(await lose()).toBe(1);
      clock.advance(backoffAfter(loss - 1) / 2 - 1);
      await returnDue();
      expect(await claim('early')).toEqual([]);
      clock.advance(backoffAfter(loss - 1) / 2 + 1);
      await returnDue();
    }
    expect(await steps()).toEqual([{ action: 'only', state: 0, attempts: maxLosses }]);
  });

  it('end in a recorded failure after ten losses, without another run of the handler', async () => {
    await record(order('a', 'poison', 'after'));
    await loseTimes(maxLosses);
    const [ran, gaveUp]: [string[], string[]] = [[], []];
    await settle(
      workerOf({
        run: async (step) => {
          ran.push(step.action);
          return { kind: 'done' };
        },
        gaveUp: (step, reason) => async (db) => {
          gaveUp.push(`${step.action} ${step.isLastAttempt}: ${reason}`);
          await work.record(db, step.context, { ...order('ledger'), kind: 'GaveUp' });
        },
      }),
    );
    const reason = '10 attempts ended before their result was recorded. They may have taken effect.';
    expect([ran, gaveUp]).toEqual([['after'], [`poison true: ${reason}`]]);
    expect(await steps()).toEqual([
      { action: 'poison', state: 3, attempts: maxLosses + 1 },
      { action: 'after', state: 2, attempts: 1 },
    ]);
    expect(await database.asOwner('select detail from cfs.work_attempts where outcome = 3')).toEqual([
      { detail: reason },
    ]);
    expect(await database.asOwner("select from cfs.work_events where kind = 'GaveUp'")).toHaveLength(1);
  });

  it('fail a step after ten losses even if its failure cannot be recorded by the handler', async () => {
    await record(order('a', 'poison'));
    await loseTimes(maxLosses);
    await settle(
      workerOf({
        run: async () => ({ kind: 'done' }),
        gaveUp: () => () => Promise.reject(new Error('not recorded')),
      }),
    );
    expect((await steps()).map(({ state }) => state)).toEqual([3]);
  });

  it('run the handler again after nine losses', async () => {
    await record(order('a', 'only'));
    await loseTimes(maxLosses - 1);
    await settle(workerOf(async () => ({ kind: 'done' })));
    expect(await steps()).toEqual([{ action: 'only', state: 2, attempts: maxLosses }]);
  });

  it('count neither as failed attempts nor for their backoff', async () => {
    await record(order('a', 'only'));
    await loseTimes(maxAttempts);
    const seen: unknown[] = [];
    const worker = workerOf(async ({ attempt, isLastAttempt, backoffMilliseconds }) => {
      seen.push([attempt, isLastAttempt, backoffMilliseconds]);
      return { kind: 'retry', reason: 'The mail server is away.' };
    });
    for (let failure = 1; failure <= maxAttempts; failure += 1) {
      await settle(worker);
      expect((await steps())[0]?.state).toBe(failure < maxAttempts ? 5 : 3);
      clock.advance(backoffAfter(failure));
    }
    expect(seen).toEqual(
      [1, 2, 3, 4, 5, 6].map((failure) => [maxAttempts + failure, failure === maxAttempts, backoffAfter(failure)]),
    );
  });

  it('are repeated at other times than those that were lost with them', async () => {
    await record(...Array.from({ length: 5 }, (_, index) => order(`subject ${index}`, 'only')));
    await loseTimes(4);
    await lose();
    const times = await database.asOwner('select distinct available from cfs.work_steps where state = 5');
    expect(times.length).toBeGreaterThan(1);
  });

  it('allow later calls of their order to start from the second loss on, but no later local step', async () => {
    const call = { handler: 'note', input: {}, lane: 'http', holdsUntil: 'tried' } as const;
    await record(
      { ...order('a'), steps: [0, 1].map((sequence) => ({ ...call, action: `call ${sequence}`, sequence })) },
      order('b', 'local', 'behind'),
    );
    const states = async () => (await steps()).map(({ state }) => state);
    const loseBoth = async () => {
      await claim('dies', { lane: 'http' });
      await lose();
    };
    await loseBoth();
    expect(await states()).toEqual([0, 6, 0, 6]);
    await loseBoth();
    expect(await states()).toEqual([5, 0, 5, 6]);
  });
});

describe('fairness', () => {
  const tenantOf = (index: number): string => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
  const ordersOf = (tenant: number, count: number, changes: Partial<StepOrder> = {}): WorkOrder[] =>
    Array.from({ length: count }, (_, index) => {
      const made = order(`${tenant}-${changes.target ?? ''}-${index}`, 'only');
      return { ...made, tenantId: tenantOf(tenant), steps: made.steps.map((step) => ({ ...step, ...changes })) };
    });
  const recordAll = (...orders: WorkOrder[]) =>
    gate.write(all, 'Settings:edit', (db) => work.recordAll(db, context, orders));
  const countsOf = (steps: readonly ClaimedStep[], keyOf: (step: ClaimedStep) => string) =>
    Object.fromEntries([...Map.groupBy(steps, keyOf)].map(([key, group]) => [key, group.length]));

  it('claims an equal share from each tenant, regardless of the length of its queue', async () => {
    await recordAll(...ordersOf(1, 300), ...ordersOf(2, 1), ...ordersOf(3, 40));
    const claimed = await claim('one', { limit: 30 });
    expect(countsOf(claimed, (step) => step.tenant_id)).toEqual({
      [tenantOf(1)]: 10,
      [tenantOf(2)]: 1,
      [tenantOf(3)]: 10,
    });
  });

  it('reaches every tenant in turn when there are more than a claim visits', async () => {
    await recordAll(...Array.from({ length: 50 }, (_, tenant) => ordersOf(tenant, 5)).flat());
    const first = new Map<string, number>();
    let after = firstQueue;
    for (let round = 1; round <= 4; round += 1) {
      const claimed = await claimOf('one', { limit: 16, after });
      for (const step of claimed.steps) first.set(step.tenant_id, first.get(step.tenant_id) ?? round);
      after = claimed.after;
    }
    expect(first.size).toBe(50);
    expect(after).toEqual(firstQueue);
  });

  it('limits the running steps of a tenant and of one of its targets', async () => {
    const slow = { lane: 'http', holdsUntil: 'never' } as const;
    await recordAll(
      ...ordersOf(1, 20, { ...slow, target: 'stalled' }),
      ...ordersOf(1, 20, { ...slow, target: 'well' }),
      ...ordersOf(2, 20, { ...slow, target: 'well' }),
    );
    const bounds = { lane: 'http', limit: 60, maxPerTenant: 6, maxPerTarget: 4 } as const;
    const running: { tenantId: string; target: string }[] = [];
    for (let round = 0; round < 3; round += 1) {
      const claimed = await claim('one', { ...bounds, running });
      running.push(...claimed.map((step) => ({ tenantId: step.tenant_id, target: step.target })));
    }
    const counts = Map.groupBy(running, ({ tenantId, target }) => `${tenantId === tenantOf(1) ? 1 : 2} ${target}`);
    expect(counts.get('1 stalled')).toHaveLength(4);
    expect(counts.get('2 well')).toHaveLength(4);
    expect(counts.get('1 well')?.length).toBeGreaterThanOrEqual(2);
    expect(running.filter(({ tenantId }) => tenantId === tenantOf(1)).length).toBeLessThanOrEqual(8);
  });

  it('fires the timers of tenants in turn', async () => {
    const rung: string[] = [];
    const due = clock.now();
    const timer = (tenant: number, key: number) => ({
      tenantId: tenantOf(tenant),
      kind: 'bell',
      key: String(key),
      due: new Date(due.getTime() - 1_000 + tenant),
    });
    await gate.write(all, 'Settings:edit', (db) =>
      work.schedule(db, [...Array.from({ length: 60 }, (_, key) => timer(1, key)), timer(2, 0)]),
    );
    await settle(
      workerOf(async () => ({ kind: 'done' }), {
        bell: async (_db, _change, { tenantId: of }) => {
          rung.push(of);
          return undefined;
        },
      }),
    );
    expect(rung).toHaveLength(61);
    expect(rung.indexOf(tenantOf(2))).toBeLessThanOrEqual(16);
  });
});

describe('order', () => {
  const slow = (subject: string, ...actions: string[]): WorkOrder => ({
    ...order(subject),
    steps: actions.map((action, sequence) => ({
      action,
      sequence,
      handler: 'note',
      input: {},
      lane: 'http',
      holdsUntil: 'tried',
    })),
  });
  const failing = (seen: string[]) =>
    workerOf(async (step) => {
      seen.push(step.action);
      return step.action === 'fails' ? { kind: 'retry', reason: 'not yet' } : { kind: 'done' };
    });

  it('does not delay later calls after the first attempt of a call', async () => {
    const seen: string[] = [];
    await record(slow('a', 'fails', 'second'), slow('a', 'third'));
    await settle(failing(seen));
    expect(seen).toEqual(['fails', 'second', 'third']);
    clock.advance(backoffAfter(1));
    await settle(failing(seen));
    expect(seen.at(-1)).toBe('fails');
  });

  it('starts a call after the earlier local steps of its subject, and no local step after a call', async () => {
    const seen: string[] = [];
    await record(slow('a', 'call'), order('a', 'local'), slow('a', 'behind'));
    const [call] = await claim('one', { lane: 'http' });
    expect(call?.action).toBe('call');
    expect(await claim('one', { lane: 'http' })).toEqual([]);
    const [local] = await claim('one');
    expect(local?.action).toBe('local');
    await finish(call ? [call] : []);
    expect(await claim('one', { lane: 'http' })).toEqual([]);
    await finish(local ? [local] : []);
    await settle(failing(seen));
    expect(seen).toEqual(['behind']);
  });

  it('parks the steps that wait for another one of their transaction', async () => {
    await record(slow('a', 'call'), order('a', 'local'), order('a', 'next'), slow('a', 'behind'), order('b', 'other'));
    expect((await steps()).map(({ action, state }) => `${action} ${state}`)).toEqual([
      'call 0',
      'local 0',
      'next 6',
      'behind 6',
      'other 0',
    ]);
  });

  it('claims again at once after a claim that has only parked steps', async () => {
    await record(order('a', 'first'));
    await claim('one');
    await record(order('a', 'second'));
    expect(await claimOf('one')).toMatchObject({ steps: [], hasMore: true });
    expect(await claimOf('one')).toMatchObject({ steps: [], hasMore: false });
  });

  it('parks a step that waits, and wakes it when the earlier step is finished', async () => {
    await record(order('a', 'first'));
    const first = await claim('one');
    await record(order('a', 'second'), order('a', 'third'));
    expect(await claim('one')).toEqual([]);
    expect((await steps()).map((step) => step.state)).toEqual([1, 6, 6]);
    await finish(first);
    expect((await steps()).map((step) => step.state)).toEqual([2, 0, 6]);
  });

  it('claims a step without order at any time', async () => {
    const free = order('a', 'free');
    await record(order('a', 'first'), { ...free, steps: free.steps.map((s) => ({ ...s, holdsUntil: 'never' })) });
    expect((await claim('one')).map((step) => step.action)).toEqual(['first', 'free']);
  });
});

describe('batches', () => {
  it('finish all steps but the faulty one, and log the fallback', async () => {
    await record(...Array.from({ length: 12 }, (_, index) => order(`subject ${index}`, `step ${index}`)));
    const note: StepHandler<WorkerServices> = async (step) => ({
      kind: 'done',
      apply: async (db) => {
        if (step.action === 'step 7') throw new Error('poison');
        await work.record(db, context, { ...order('ledger'), kind: step.action });
      },
    });
    const { entries, log } = keptLog();
    await settle(createWorker({ services: { gate, clock, log }, handlers: { note }, timers: {} }));
    expect(entries).toEqual([
      'warn: a batch of steps failed and is recorded one by one',
      'warn: step not done: poison',
    ]);
    const made = await steps();
    expect(made.filter((step) => step.state === 2)).toHaveLength(11);
    expect(made[7]).toEqual({ action: 'step 7', state: 5, attempts: 1 });
    expect(await database.asOwner('select detail from cfs.work_attempts where outcome = 2')).toEqual([
      { detail: 'poison' },
    ]);
    expect(await database.asOwner("select count(*)::int from cfs.work_events where subject_id = 'ledger'")).toEqual([
      { count: 11 },
    ]);
  });

  it('of many tenants are recorded in two transactions at a time', async () => {
    const tenants = Array.from({ length: 6 }, () => randomUUID());
    await gate.write(all, 'Settings:edit', (db) =>
      work.recordAll(
        db,
        context,
        tenants.map((each) => ({ ...order('a', 'only'), tenantId: each })),
      ),
    );
    let [concurrent, max] = [0, 0];
    await workerOf(async () => ({
      kind: 'done',
      apply: async (db) => {
        concurrent += 1;
        max = Math.max(max, concurrent);
        await db.guarded(sql`select pg_sleep(0.02)`);
        concurrent -= 1;
      },
    })).runDue();
    expect(max).toBe(2);
    expect((await steps()).map((step) => step.state)).toEqual(tenants.map(() => 2));
  });

  it('record outcomes with characters that PostgreSQL cannot store', async () => {
    await record(order('a', 'only'), order('b', 'only'));
    await workerOf(async () => ({ kind: 'failed', reason: 'nul \0 and \ud800' })).runDue();
    expect((await steps()).map((step) => step.state)).toEqual([3, 3]);
  });

  it('of two workers run no step twice', async () => {
    const seen: string[] = [];
    const handler: StepHandler<WorkerServices> = async (step) => {
      seen.push(step.stepId);
      return { kind: 'done', apply: (db) => work.record(db, context, order('ledger')) };
    };
    await record(...Array.from({ length: 250 }, (_, index) => order(`subject ${index}`, 'one', 'two')));
    await Promise.all([settle(workerOf(handler)), settle(workerOf(handler))]);
    await settle(workerOf(handler));
    expect(seen).toHaveLength(500);
    expect(new Set(seen).size).toBe(500);
    expect(await database.asOwner("select count(*)::int from cfs.work_events where subject_id = 'ledger'")).toEqual([
      { count: 500 },
    ]);
  });
});

describe('timers', () => {
  const schedule = (key: string, due: Date) =>
    gate.write(context, 'Settings:edit', (db) => work.schedule(db, [{ tenantId, kind: 'bell', key, due }]));

  it('fire once when they are due', async () => {
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

  it('are rescheduled for the time that their handler returns', async () => {
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

  it('are retried with backoff when their handler fails', async () => {
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
    clock.advance(backoffAfter(1));
    await worker.runDue();
    expect(rung).toBe(2);
    expect(await database.asOwner('select * from cfs.work_timers')).toEqual([]);
  });
});

describe('a timer', () => {
  it('that is deleted while its handler fails is not retried', async () => {
    await gate.write(context, 'Settings:edit', (db) =>
      work.schedule(db, [{ tenantId, kind: 'bell', key: 'gone', due: clock.now() }]),
    );
    const { entries, log } = keptLog();
    let deleted: Promise<unknown> | undefined;
    const isBlocked = () =>
      database.asOwner(
        `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like 'delete from cfs.work_timers%'`,
      );
    const worker = createWorker({
      services: { gate, clock, log },
      handlers: {},
      timers: {
        bell: async () => {
          deleted = database.asOwner('delete from cfs.work_timers');
          await expect.poll(isBlocked).toHaveLength(1);
          throw new Error('cracked');
        },
      },
    });
    expect(await worker.runDue()).toBe(1);
    await deleted;
    expect(entries).toEqual(['error: The timer bell gone failed.']);
    expect(await database.asOwner('select * from cfs.work_timers')).toEqual([]);
  });
});

describe('housekeeping', () => {
  it('deletes finished work older than 30 days', async () => {
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
