import type { Clock } from '../clock.ts';
import { systemContext } from '../context.ts';
import type { Gate } from '../database/gate.ts';
import { claimSteps, firstQueue, type ClaimedStep } from './claim-steps.ts';
import type { HandledStep } from './finish-steps.ts';
import { createGroupRecords } from './group-records.ts';
import { handBackSteps } from './return-steps.ts';
import { attemptMilliseconds, handleStep, recordHandled, type RecordedStep } from './run-step.ts';
import { createSignal } from './signal.ts';
import type { StepHandler } from './step-handler.ts';
import type { Lane } from './step-state.ts';

/** How many steps of a lane one worker runs. */
export interface LaneCapacity {
  readonly running: number;
  readonly claimedAtOnce: number;
  readonly mostPerTenant?: number;
  readonly mostPerTarget?: number;
}

/**
 * Local steps are claimed, applied and finished in batches. HTTP calls and mails run each by itself; a tenant takes half
 * of their capacity at most, and one of its endpoints two thirds of that.
 */
export const laneCapacities: Readonly<Record<Lane, LaneCapacity>> = {
  local: { running: 200, claimedAtOnce: 100 },
  http: { running: 192, claimedAtOnce: 64, mostPerTenant: 96, mostPerTarget: 64 },
  mail: { running: 16, claimedAtOnce: 16, mostPerTenant: 8 },
};

interface LaneServices {
  readonly gate: Gate;
  readonly clock: Clock;
}

interface LaneOptions<Services extends LaneServices> {
  readonly lane: Lane;
  readonly capacity: LaneCapacity;
  readonly worker: string;
  readonly services: Services;
  readonly handlers: Readonly<Record<string, StepHandler<Services>>>;
  readonly onRecorded: (recorded: RecordedStep) => void;
  /** Aborts when the worker gives up waiting for running steps. */
  readonly abandoned: AbortSignal;
}

/** A step that runs here. */
export interface RunningStep {
  readonly step: ClaimedStep;
  /** Told when the lease is lost. */
  readonly lost: AbortController;
  readonly since: number;
}

/** The steps of one lane that a worker runs. */
export interface LaneRunner {
  readonly running: ReadonlyMap<string, RunningStep>;
  /** Claims what there is room for and begins it. Answers how many were begun and whether to claim again at once. */
  claim(): Promise<{ readonly begun: number; readonly hasMore: boolean }>;
  hasRoom(): boolean;
  /** Resolves when there is something to claim or room for it, or after that many milliseconds. */
  wait(milliseconds: number): Promise<void>;
  notify(): void;
  /** Resolves when nothing runs. */
  settled(): Promise<void>;
  /** Begins nothing more; what has been claimed and not begun is handed back. */
  stop(): void;
}

export const createLaneRunner = <Services extends LaneServices>(options: LaneOptions<Services>): LaneRunner => {
  const { lane, capacity, worker, services, handlers } = options;
  const { gate, clock } = services;
  const running = new Map<string, RunningStep>();
  const underWay = new Set<Promise<void>>();
  const signal = createSignal();
  const record = (handled: readonly HandledStep[]) => recordHandled(services, handled);
  const recordGrouped = createGroupRecords(record);
  const context = systemContext({ name: 'worker', clock, tenantId: 'all' });
  let after = firstQueue;
  let isStopped = false;

  const handle = ({ step, lost }: RunningStep): Promise<HandledStep> => {
    const handler = handlers[step.handler];
    if (!handler) throw new TypeError(`Nothing handles ${step.handler}.`);
    const ends = AbortSignal.any([options.abandoned, lost.signal, AbortSignal.timeout(attemptMilliseconds)]);
    return handleStep(step, handler, services, ends);
  };

  const forget = (recorded: RecordedStep): void => {
    running.delete(recorded.handled.step.step_id);
    options.onRecorded(recorded);
  };

  const runBatch = async (batch: readonly RunningStep[]): Promise<void> => {
    const recorded = await record(await Promise.all(batch.map(handle)));
    for (const each of recorded) forget(each);
  };

  const runAlone = async (step: RunningStep): Promise<void> => forget(await recordGrouped(await handle(step)));

  const follow = (work: Promise<void>): void => {
    const done = work.finally(() => {
      underWay.delete(done);
      signal.notify();
    });
    underWay.add(done);
  };

  const room = (): number => Math.min(capacity.claimedAtOnce, capacity.running - running.size);

  return {
    running,
    hasRoom: () => room() >= Math.min(capacity.claimedAtOnce, capacity.running) / 4,
    async claim() {
      const limit = room();
      if (limit <= 0 || isStopped) return { begun: 0, hasMore: false };
      const claimed = await claimSteps(gate, context, {
        worker,
        lane,
        limit,
        after,
        handlers: Object.keys(handlers),
        ...(capacity.mostPerTenant !== undefined && { mostPerTenant: capacity.mostPerTenant }),
        ...(capacity.mostPerTarget !== undefined && { mostPerTarget: capacity.mostPerTarget }),
        running:
          capacity.mostPerTenant === undefined
            ? []
            : [...running.values()].map(({ step }) => ({ tenantId: step.tenant_id, target: step.target })),
      });
      after = claimed.after;
      if (isStopped) {
        await handBackSteps(gate, context, claimed.steps);
        return { begun: 0, hasMore: false };
      }
      const begun = claimed.steps.map((step) => ({ step, lost: new AbortController(), since: performance.now() }));
      for (const each of begun) running.set(each.step.step_id, each);
      if (lane === 'local' && begun.length > 0) follow(runBatch(begun));
      else for (const each of begun) follow(runAlone(each));
      return { begun: begun.length, hasMore: claimed.hasMore };
    },
    wait: (milliseconds) => signal.wait(milliseconds),
    notify: () => signal.notify(),
    async settled() {
      while (underWay.size > 0) await Promise.allSettled(underWay);
    },
    stop() {
      isStopped = true;
      signal.notify();
    },
  };
};
