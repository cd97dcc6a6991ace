import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import { systemContext } from '../context.ts';
import type { Gate } from '../database/gate.ts';
import type { Tracing } from '../tracing/tracing.ts';
import { claimSteps, firstQueue, type ClaimedStep } from './claim-steps.ts';
import type { HandledStep } from './finish-steps.ts';
import { createGroupRecords } from './group-records.ts';
import { releaseSteps } from './return-steps.ts';
import { attemptMilliseconds, handleStep, recordHandled, type RecordedStep } from './run-step.ts';
import { createSignal } from './signal.ts';
import type { StepHandlers } from './step-handler.ts';
import type { Lane } from './step-state.ts';

/** Limits of a lane on one worker. */
export interface LaneCapacity {
  readonly running: number;
  readonly maxClaimed: number;
  readonly maxPerTenant?: number;
  readonly maxPerTarget?: number;
}

/**
 * Local steps are claimed, applied and finished in batches. HTTP calls and mails run one by one; a tenant gets at most
 * half of the capacity, and one of its endpoints two thirds of that.
 */
export const laneCapacities: Readonly<Record<Lane, LaneCapacity>> = {
  local: { running: 200, maxClaimed: 100 },
  http: { running: 192, maxClaimed: 64, maxPerTenant: 96, maxPerTarget: 64 },
  mail: { running: 16, maxClaimed: 16, maxPerTenant: 8 },
};

interface LaneServices {
  readonly gate: Gate;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'warn'>;
  readonly tracing?: Tracing | undefined;
  readonly metrics?: StepMetrics | undefined;
}

/** Records the durations of steps. */
export interface StepMetrics {
  /** Seconds from the claim of a step to its recorded outcome, which is `lost` if another worker had taken it. */
  readonly stepDurations: { observe(labels: { readonly lane: Lane; readonly outcome: string }, seconds: number): void };
  /** Seconds that a step waited for its first attempt. */
  readonly stepDelays: { observe(labels: { readonly lane: Lane }, seconds: number): void };
  /** Counts the attempts of a tenant. */
  readonly tenants: { count(kind: 'steps', tenantId: string): void };
}

interface LaneOptions<Services extends LaneServices> {
  readonly lane: Lane;
  readonly capacity: LaneCapacity;
  readonly worker: string;
  readonly services: Services;
  readonly handlers: StepHandlers<Services>;
  readonly onRecorded: (recorded: RecordedStep) => void;
  /** Aborts when the grace period of a stop has expired. */
  readonly abandoned: AbortSignal;
}

/** A step that is running on this worker. */
export interface RunningStep {
  readonly step: ClaimedStep;
  /** Aborts when the lease is lost. */
  readonly lost: AbortController;
  readonly since: number;
}

/** The steps of one lane that are running on this worker. */
export interface LaneRunner {
  readonly running: ReadonlyMap<string, RunningStep>;
  /**
   * Claims and starts as many steps as fit. Returns how many were started, and whether more can be claimed immediately.
   */
  claim(): Promise<{ readonly begun: number; readonly hasMore: boolean }>;
  hasRoom(): boolean;
  /** Resolves when there may be steps to claim, or after the time. */
  wait(milliseconds: number): Promise<void>;
  notify(): void;
  /** Resolves when no step is running. */
  settled(): Promise<void>;
  /** Starts no further step; claimed steps that were not started are released. */
  stop(): void;
}

export const createLaneRunner = <Services extends LaneServices>(options: LaneOptions<Services>): LaneRunner => {
  const { lane, capacity, worker, services, handlers } = options;
  const { gate, clock } = services;
  const running = new Map<string, RunningStep>();
  const pending = new Set<Promise<void>>();
  const signal = createSignal();
  const record = (handled: readonly HandledStep[]) => recordHandled(services, handled);
  const recordGrouped = createGroupRecords(record);
  const context = systemContext({ name: 'worker', clock, tenantId: 'all' });
  let after = firstQueue;
  let isStopped = false;

  const handle = ({ step, lost }: RunningStep): Promise<HandledStep> => {
    const handler = handlers[step.handler];
    if (!handler) throw new TypeError(`No handler is registered for ${step.handler}.`);
    const ends = AbortSignal.any([options.abandoned, lost.signal, AbortSignal.timeout(attemptMilliseconds)]);
    return handleStep(step, handler, services, ends);
  };

  const release = (recorded: RecordedStep): void => {
    const { step, outcome, span } = recorded.handled;
    const since = running.get(step.step_id)?.since;
    running.delete(step.step_id);
    const ended = recorded.error === undefined ? outcome.kind : 'lost';
    if (since !== undefined)
      services.metrics?.stepDurations.observe({ lane, outcome: ended }, (performance.now() - since) / 1_000);
    span?.set({ 'cfs.work.lane': lane, 'cfs.work.outcome': ended });
    span?.end(ended === 'done' ? undefined : ended);
    options.onRecorded(recorded);
  };

  const measureClaimed = (step: ClaimedStep): void => {
    services.metrics?.tenants.count('steps', step.tenant_id);
    if (step.attempts > 1) return;
    const delay = (step.started.getTime() - step.created.getTime()) / 1_000;
    services.metrics?.stepDelays.observe({ lane }, Math.max(0, delay));
  };

  const runBatch = async (batch: readonly RunningStep[]): Promise<void> => {
    const recorded = await record(await Promise.all(batch.map(handle)));
    for (const each of recorded) release(each);
  };

  const runAlone = async (step: RunningStep): Promise<void> => release(await recordGrouped(await handle(step)));

  const follow = (work: Promise<void>): void => {
    const done = work.finally(() => {
      pending.delete(done);
      signal.notify();
    });
    pending.add(done);
  };

  const room = (): number => Math.min(capacity.maxClaimed, capacity.running - running.size);

  return {
    running,
    hasRoom: () => room() >= Math.min(capacity.maxClaimed, capacity.running) / 4,
    async claim() {
      const limit = room();
      if (limit <= 0 || isStopped) return { begun: 0, hasMore: false };
      const claimed = await claimSteps(gate, context, {
        worker,
        lane,
        limit,
        after,
        handlers: Object.keys(handlers),
        ...(capacity.maxPerTenant !== undefined && { maxPerTenant: capacity.maxPerTenant }),
        ...(capacity.maxPerTarget !== undefined && { maxPerTarget: capacity.maxPerTarget }),
        running:
          capacity.maxPerTenant === undefined
            ? []
            : [...running.values()].map(({ step }) => ({ tenantId: step.tenant_id, target: step.target })),
      });
      after = claimed.after;
      if (isStopped) {
        await releaseSteps(gate, context, claimed.steps);
        return { begun: 0, hasMore: false };
      }
      const begun = claimed.steps.map((step) => ({ step, lost: new AbortController(), since: performance.now() }));
      for (const each of begun) {
        running.set(each.step.step_id, each);
        measureClaimed(each.step);
      }
      if (lane === 'local' && begun.length > 0) follow(runBatch(begun));
      else for (const each of begun) follow(runAlone(each));
      return { begun: begun.length, hasMore: claimed.hasMore };
    },
    wait: (milliseconds) => signal.wait(milliseconds),
    notify: () => signal.notify(),
    async settled() {
      while (pending.size > 0) await Promise.allSettled(pending);
    },
    stop() {
      isStopped = true;
      signal.notify();
    },
  };
};
