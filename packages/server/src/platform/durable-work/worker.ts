import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import { systemContext } from '../context.ts';
import type { Gate } from '../database/gate.ts';
import type { Tracing } from '../tracing/tracing.ts';
import { leaseMilliseconds } from './claim-steps.ts';
import { LeaseLostError } from './finish-steps.ts';
import { clearFinishedWork, housekeepingTimer, scheduleHousekeeping } from './housekeeping.ts';
import { lookForWork } from './look-for-work.ts';
import { renewLeases, returnDueSteps } from './return-steps.ts';
import { createLaneRunner, laneCapacities, type LaneCapacity, type LaneRunner, type StepMetrics } from './run-lane.ts';
import { attemptMilliseconds, type RecordedStep } from './run-step.ts';
import { createTimerRound, TimerFailedError } from './run-timer.ts';
import { createSignal } from './signal.ts';
import type { StepHandlers, TimerHandler } from './step-handler.ts';
import { lanes, type Lane } from './step-state.ts';

/** Required by the worker itself; handlers receive the same object. */
export interface WorkerServices {
  readonly gate: Gate;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'error' | 'warn'>;
  readonly tracing?: Tracing | undefined;
  readonly metrics?: StepMetrics | undefined;
}

export interface WorkerOptions<Services extends WorkerServices> {
  readonly services: Services;
  readonly handlers: StepHandlers<Services>;
  readonly timers: Readonly<Record<string, TimerHandler<Services>>>;
  /** Concurrent steps; see `laneCapacities`. */
  readonly capacities?: Partial<Record<Lane, LaneCapacity>>;
  /** Milliseconds between polls while there is nothing to do; 100 by default. */
  readonly interval?: number;
  /** Grace period in milliseconds for running steps at a stop; 4,000 by default. */
  readonly grace?: number;
}

export interface Worker {
  start(): void;
  /** Stops claiming and releases the steps that were not started. Resolves when no step is running. */
  drain(): Promise<void>;
  /** Drains, at most until the grace period has expired. The leases of the remaining steps expire. */
  stop(): Promise<void>;
  /** Runs what is due and returns the number of steps and timers. For tests and tools. */
  runDue(): Promise<number>;
}

/** Milliseconds between renewals of leases; one renewal may fail. */
const renewalMilliseconds = leaseMilliseconds / 3;

/** Milliseconds after a failure: each is logged, and a failover of the database takes half a minute. */
const failurePauseMilliseconds = 1_000;

const laneNames = Object.keys(lanes) as Lane[];

/**
 * Runs the steps of events and the due timers by polling their tables. All state is in the database: any number of
 * workers may share one, and no work is lost if a worker dies. Each lane and the timers have their own loops, which do
 * not wait for each other.
 */
export const createWorker = <Services extends WorkerServices>(options: WorkerOptions<Services>): Worker => {
  const { services, handlers } = options;
  const timers = { ...options.timers, [housekeepingTimer]: clearFinishedWork };
  const { gate, clock, log } = services;
  const interval = options.interval ?? 100;
  const worker = `worker ${process.pid} ${randomUUID().slice(0, 8)}`;
  const context = systemContext({ name: 'worker', clock, tenantId: 'all' });
  const stopping = new AbortController();
  const abandoned = new AbortController();
  const timersDue = createSignal();
  let loops: Promise<unknown> | undefined;

  const onRecorded = ({ handled: { step, outcome }, error }: RecordedStep): void => {
    const named = {
      step: step.step_id,
      action: step.action,
      tenantId: step.tenant_id,
      actor: 'system:worker',
      traceId: step.trace_id,
    };
    if (error instanceof LeaseLostError) log.warn(named, error.message);
    else if (error !== undefined) log.error({ ...named, err: error }, 'step outcome not recorded');
    else if (outcome.kind !== 'done') log.warn({ ...named, reason: outcome.reason }, 'step not done');
  };

  const runners: readonly LaneRunner[] = laneNames.map((lane) =>
    createLaneRunner({
      lane,
      worker,
      services,
      handlers,
      onRecorded,
      capacity: options.capacities?.[lane] ?? laneCapacities[lane],
      abandoned: abandoned.signal,
    }),
  );
  const nextTimer = createTimerRound(services, timers);

  const fireTimers = async (max: number): Promise<number> => {
    let fired = 0;
    while (fired < max && !stopping.signal.aborted) {
      try {
        if (!(await nextTimer())) break;
      } catch (error) {
        if (!(error instanceof TimerFailedError)) throw error;
        log.error({ tenantId: error.tenantId, actor: 'system:worker', err: error }, error.message);
      }
      fired += 1;
    }
    return fired;
  };

  /** Repeats the work until the worker stops. A failure is logged and followed by a pause. */
  const repeat = async (work: () => Promise<unknown>): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        await work();
      } catch (error) {
        log.error({ err: error }, 'the worker could not read its work');
        await rest(failurePauseMilliseconds);
      }
    }
  };
  const rest = (milliseconds: number): Promise<void> =>
    pause(milliseconds, undefined, { signal: stopping.signal }).catch(() => undefined);

  const runLane = async (runner: LaneRunner): Promise<void> => {
    if (!runner.hasRoom()) {
      await runner.wait(interval);
      if (runner.running.size > 0 && !runner.hasRoom()) return;
    }
    let begun = 0;
    let hasMore = true;
    while (hasMore && begun === 0) ({ begun, hasMore } = await runner.claim());
    if (begun === 0) await runner.wait(60_000);
  };

  const look = async (): Promise<void> => {
    const present = await lookForWork(gate, context);
    if (present.dueSteps) await returnDueSteps(gate, context);
    for (const [index, lane] of laneNames.entries()) if (present[lane] || present.dueSteps) runners[index]?.notify();
    if (present.dueTimers) timersDue.notify();
    await rest(interval);
  };

  const renewHeldLeases = async (): Promise<void> => {
    const latest = performance.now() - attemptMilliseconds;
    const held = runners.flatMap(({ running }) => [...running.values()]).filter(({ since }) => since > latest);
    const lost = await renewLeases(
      gate,
      context,
      held.map(({ step }) => step),
    );
    for (const each of held) if (lost.has(each.step.step_id)) each.lost.abort();
  };
  const renew = async (): Promise<void> => {
    await rest(renewalMilliseconds);
    await renewHeldLeases();
  };

  const settled = (): Promise<unknown> => Promise.all(runners.map((runner) => runner.settled()));

  let drained: Promise<void> | undefined;
  const endLoops = async (): Promise<void> => {
    stopping.abort();
    for (const runner of runners) runner.stop();
    timersDue.notify();
    const renewal = setInterval(() => {
      renewHeldLeases().catch((error: unknown) => log.error({ err: error }, 'leases not renewed'));
    }, renewalMilliseconds);
    abandoned.signal.addEventListener('abort', () => clearInterval(renewal));
    await loops;
    await settled();
    clearInterval(renewal);
  };
  const drain = (): Promise<void> => (drained ??= endLoops());

  return {
    start() {
      loops ??= Promise.all([
        scheduleHousekeeping(gate, clock).catch((error: unknown) => {
          log.error({ err: error }, 'housekeeping could not be scheduled');
        }),
        ...runners.map((runner) => repeat(() => runLane(runner))),
        repeat(async () => {
          if ((await fireTimers(100)) === 0) await timersDue.wait(60_000);
        }),
        repeat(look),
        repeat(renew),
      ]);
    },
    drain,
    async stop() {
      await Promise.race([drain(), pause(options.grace ?? 4_000, undefined, { ref: false })]);
      abandoned.abort();
      await Promise.race([settled(), pause(500, undefined, { ref: false })]);
    },
    async runDue() {
      let done = await fireTimers(100);
      await returnDueSteps(gate, context);
      for (const runner of runners) {
        let claimed = await runner.claim();
        done += claimed.begun;
        while (claimed.hasMore) {
          claimed = await runner.claim();
          done += claimed.begun;
        }
      }
      await settled();
      return done;
    },
  };
};
