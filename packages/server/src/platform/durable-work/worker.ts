import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import { systemContext } from '../context.ts';
import type { Gate } from '../database/gate.ts';
import { claimSteps, type ClaimedStep } from './claim-steps.ts';
import { LeaseLostError } from './finish-step.ts';
import { clearFinishedWork, housekeepingTimer, scheduleHousekeeping } from './housekeeping.ts';
import { runStep } from './run-step.ts';
import { runTimer, TimerFailedError } from './run-timer.ts';
import type { StepHandler, TimerHandler } from './step-handler.ts';

/** What the worker itself needs; handlers are given the same object. */
export interface WorkerServices {
  readonly gate: Gate;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'error' | 'warn'>;
}

export interface WorkerOptions<Services extends WorkerServices> {
  readonly services: Services;
  readonly handlers: Readonly<Record<string, StepHandler<Services>>>;
  readonly timers: Readonly<Record<string, TimerHandler<Services>>>;
  /** Steps at a time; 8 unless told otherwise. */
  readonly concurrency?: number;
  /** Milliseconds between looks at the rows while there is nothing to do; 200 unless told otherwise. */
  readonly interval?: number;
  /** Milliseconds that a stop waits for running steps; 4,000 unless told otherwise. */
  readonly grace?: number;
}

export interface Worker {
  start(): void;
  /** Claims nothing more, waits for the running steps within the grace, and leaves the rest to their leases. */
  stop(): Promise<void>;
  /** One look at the rows now: runs what is due and answers how many steps and timers that were. For tests and tools. */
  runDue(): Promise<number>;
}

/**
 * Does what events ask for: claims steps and timers from their rows, again and again. The rows are the truth, so any
 * number of workers may run against one database, and one that dies loses nothing.
 */
export const createWorker = <Services extends WorkerServices>(options: WorkerOptions<Services>): Worker => {
  const { services, handlers } = options;
  const timers = { ...options.timers, [housekeepingTimer]: clearFinishedWork };
  const { gate, clock, log } = services;
  const name = `worker ${process.pid} ${randomUUID().slice(0, 8)}`;
  const concurrency = options.concurrency ?? 8;
  const stopping = new AbortController();
  const abandoned = new AbortController();
  const running = new Set<Promise<void>>();
  let loop: Promise<void> | undefined;

  const run = async (step: ClaimedStep): Promise<void> => {
    const handler = handlers[step.handler];
    if (!handler) return;
    try {
      const outcome = await runStep(step, handler, services, abandoned.signal);
      if (outcome.kind !== 'done')
        log.warn({ step: step.step_id, action: step.action, reason: outcome.reason }, 'step not done');
    } catch (error) {
      if (error instanceof LeaseLostError) log.warn({ step: step.step_id }, error.message);
      else log.error({ step: step.step_id, action: step.action, err: error }, 'step outcome not recorded');
    }
  };

  const startSteps = async (): Promise<number> => {
    const limit = concurrency - running.size;
    if (limit <= 0) return 0;
    const context = systemContext({ name: 'worker', clock, tenantId: 'all' });
    const steps = await claimSteps(gate, context, { worker: name, handlers: Object.keys(handlers), limit });
    for (const step of steps) {
      const done = run(step).finally(() => running.delete(done));
      running.add(done);
    }
    return steps.length;
  };

  const fireTimers = async (): Promise<number> => {
    let fired = 0;
    while (fired < 100 && !stopping.signal.aborted) {
      try {
        if (!(await runTimer(services, timers))) break;
      } catch (error) {
        if (!(error instanceof TimerFailedError)) throw error;
        log.error({ err: error }, error.message);
      }
      fired += 1;
    }
    return fired;
  };

  const look = async (): Promise<void> => {
    const interval = options.interval ?? 200;
    await scheduleHousekeeping(gate, clock).catch((error: unknown) => {
      log.error({ err: error }, 'housekeeping could not be scheduled');
    });
    while (!stopping.signal.aborted) {
      try {
        const begun = (await fireTimers()) + (await startSteps());
        if (begun > 0) {
          if (running.size > 0) await Promise.race([...running, pause(interval)]);
          continue;
        }
      } catch (error) {
        log.error({ err: error }, 'the worker could not look for work');
      }
      await pause(interval, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };

  return {
    start() {
      loop ??= look();
    },
    async stop() {
      stopping.abort();
      await loop;
      await Promise.race([Promise.all(running), pause(options.grace ?? 4_000, undefined, { ref: false })]);
      abandoned.abort();
      await Promise.race([Promise.all(running), pause(500, undefined, { ref: false })]);
    },
    async runDue() {
      const begun = (await fireTimers()) + (await startSteps());
      await Promise.all(running);
      return begun;
    },
  };
};
