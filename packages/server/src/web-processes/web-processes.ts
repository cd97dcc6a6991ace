import cluster, { type Worker } from 'node:cluster';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { StartUpError } from '../platform/start-up-error.ts';
import { closeUnacceptedConnections } from './close-unaccepted-connections.ts';
import type { ToPrimaryProcess, ToWebProcess } from './process-messages.ts';
import { createSummedMetrics, type MeasuredMetrics } from './summed-metrics.ts';

/** Processes with the role web that share one port; one that ends is replaced. */
export interface WebProcesses {
  /** Resolves when all of them serve. @throws StartUpError if one ends before */
  start(): Promise<void>;
  /** Makes all of them drain; none is replaced any more, and one that still loads its code is killed. */
  drain(): void;
  /** Ends the drain of all; resolves when they have ended. */
  stop(): Promise<void>;
  /** The metrics of all processes, including this one, in the Prometheus text format. */
  readMetrics(): Promise<string>;
}

export interface WebProcessesOptions {
  readonly count: number;
  readonly log: Logger;
  /** The metrics of this process. */
  readonly registry: Registry;
}

const firstPauseMilliseconds = 100;
const maxPauseMilliseconds = 5_000;
/** A process that ran this long was healthy: its end counts as a first failure. */
const wellAfterMilliseconds = 60_000;
/** A process that does not reply in time counts with its last measurement. */
const measureMilliseconds = 2_000;

interface WebProcess {
  readonly worker: Worker;
  readonly began: number;
  /** Whether it reads messages; until then it loads its code, and a kill loses nothing. */
  isFollowing: boolean;
  isServing: boolean;
  measured: MeasuredMetrics;
  /** Pending measurements, by id. */
  readonly questions: Map<number, (metrics: MeasuredMetrics) => void>;
  readonly serving: PromiseWithResolvers<void>;
  readonly ended: Promise<void>;
}

const send = ({ worker }: WebProcess, message: ToWebProcess): void => {
  // A process that is just ending is unreachable and gets no message.
  if (worker.isConnected()) worker.send(message, () => undefined);
};

/** Creates the web processes of this primary process; connections to their port are distributed to them in turn. */
export const createWebProcesses = ({ count, log, registry }: WebProcessesOptions): WebProcesses => {
  const running = new Set<WebProcess>();
  const stopping = new AbortController();
  const summed = createSummedMetrics();
  let lastQuestion = 0;
  let hasStarted = false;
  let failures = 0;

  const measure = async (each: WebProcess): Promise<MeasuredMetrics> => {
    const id = ++lastQuestion;
    const answered = Promise.withResolvers<MeasuredMetrics>();
    each.questions.set(id, answered.resolve);
    const timer = setTimeout(() => answered.resolve(each.measured), measureMilliseconds);
    send(each, { kind: 'measure', id });
    try {
      return await answered.promise;
    } finally {
      clearTimeout(timer);
      each.questions.delete(id);
    }
  };

  const readMetrics = async (): Promise<string> => {
    const serving = [...running].filter(({ isServing }) => isServing);
    return summed.sum(await Promise.all([registry.getMetricsAsJSON(), ...serving.map(measure)]));
  };

  const take = (from: WebProcess, message: ToPrimaryProcess): void => {
    switch (message.kind) {
      case 'following':
        from.isFollowing = true;
        return;
      case 'serving':
        from.isServing = true;
        from.serving.resolve();
        return;
      case 'measured':
        from.measured = message.metrics;
        from.questions.get(message.id)?.(message.metrics);
        return;
      case 'read-metrics': {
        const answer = (text: string | undefined): void => send(from, { kind: 'metrics', id: message.id, text });
        readMetrics().then(answer, (error: unknown) => {
          log.error({ err: error }, 'the metrics of the web processes could not be read');
          answer(undefined);
        });
      }
    }
  };

  const replace = async ({ began }: WebProcess): Promise<void> => {
    failures = performance.now() - began > wellAfterMilliseconds ? 1 : failures + 1;
    const wait = Math.min(maxPauseMilliseconds, firstPauseMilliseconds * 2 ** (failures - 1));
    await pause(wait, undefined, { signal: stopping.signal }).catch(() => undefined);
    if (!stopping.signal.aborted) launch();
  };

  const launch = (): WebProcess => {
    const worker = cluster.fork();
    const ended = Promise.withResolvers<void>();
    const launched: WebProcess = {
      worker,
      began: performance.now(),
      isFollowing: false,
      isServing: false,
      measured: [],
      questions: new Map(),
      serving: Promise.withResolvers(),
      ended: ended.promise,
    };
    running.add(launched);
    launched.serving.promise.catch(() => undefined);
    const end = (why: Readonly<Record<string, unknown>>): void => {
      if (!running.delete(launched)) return;
      void summed.keep(launched.measured);
      for (const answer of launched.questions.values()) answer([]);
      launched.serving.reject(new StartUpError('A web process (WEB_CONCURRENCY) ended before it was ready.'));
      ended.resolve();
      if (stopping.signal.aborted || !hasStarted) return;
      log.error({ process: worker.process.pid, ...why }, 'a web process ended and is replaced');
      void replace(launched);
    };
    closeUnacceptedConnections(worker);
    worker.on('message', (message: ToPrimaryProcess) => take(launched, message));
    worker.on('exit', (code, signal) => end({ code, signal }));
    worker.on('error', (error) => {
      // A process that could not be spawned never exits.
      if (worker.process.pid === undefined) end({ err: error });
      else log.warn({ err: error, process: worker.process.pid }, 'a web process could not be reached');
    });
    return launched;
  };

  const tellAll = (message: ToWebProcess): void => {
    for (const each of running) send(each, message);
  };

  const beginStop = (): void => {
    stopping.abort();
    for (const { worker, isFollowing } of running) if (!isFollowing) worker.process.kill('SIGKILL');
    tellAll({ kind: 'drain' });
  };

  return {
    async start() {
      cluster.setupPrimary();
      const launched = Array.from({ length: count }, launch);
      await Promise.all(launched.map(({ serving }) => serving.promise));
      hasStarted = true;
      // A process that has ended since then is not replaced yet.
      for (let missing = count - running.size; missing > 0; missing -= 1) launch();
    },
    drain: beginStop,
    async stop() {
      beginStop();
      tellAll({ kind: 'stop' });
      await Promise.all([...running].map(({ ended }) => ended));
    },
    readMetrics,
  };
};
