import { Worker } from 'node:worker_threads';
import type { PatternTest } from '../evaluation/compile-rule.ts';

/** The pattern tests of a rule on one packet. */
export interface PatternTask {
  readonly tests: readonly PatternTest[];
  /** Processor time. */
  readonly deadlineMilliseconds: number;
}

export type PatternVerdict =
  | { readonly kind: 'answered'; readonly holds: readonly boolean[]; readonly milliseconds: number }
  | { readonly kind: 'exceeded' | 'invalid'; readonly milliseconds: number };

/** Matches patterns off the event loop. */
export interface PatternThread {
  /**
   * Resolves within the deadline of the task once its turn has come. Tenants take turns, so that no tenant waits for
   * the queue of another.
   */
  run(tenantId: string, task: PatternTask): Promise<PatternVerdict>;
}

interface Waiting {
  readonly task: PatternTask;
  readonly resolve: (verdict: PatternVerdict) => void;
}

/**
 * Wall-clock time after which the thread is terminated. Tasks end within their deadline and one more test, which the
 * limits of patterns keep to some 300 ms; the remainder allows for a busy machine.
 */
const hardDeadlineMilliseconds = 10_000;
const memoryMegabytes = 256;
/** A thread uses some 40 MiB that an idle process does not need. */
const idleMillisecondsByDefault = 20_000;

/**
 * Creates a thread that starts with the first task, ends when idle, and does not keep the process alive without a task.
 */
export const createPatternThread = ({ idleMilliseconds = idleMillisecondsByDefault } = {}): PatternThread => {
  const queues = new Map<string, Waiting[]>();
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let current: { readonly waiting: Waiting; readonly timer: NodeJS.Timeout } | undefined;

  const takeNext = (): Waiting | undefined => {
    for (const [tenantId, queue] of queues) {
      queues.delete(tenantId);
      const next = queue.shift();
      if (queue.length > 0) queues.set(tenantId, queue);
      if (next) return next;
    }
    return undefined;
  };

  const finish = (verdict: PatternVerdict): void => {
    if (!current) return;
    const { waiting, timer } = current;
    clearTimeout(timer);
    current = undefined;
    waiting.resolve(verdict);
    begin();
  };

  const abandon = (from: Worker | undefined): void => {
    if (!from || worker !== from) return;
    worker = undefined;
    void from.terminate();
    finish({ kind: 'exceeded', milliseconds: hardDeadlineMilliseconds });
  };

  const start = (): Worker => {
    const started = new Worker(new URL('./pattern-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: memoryMegabytes },
    });
    started.on('message', finish);
    started.on('error', () => abandon(started));
    started.on('exit', () => abandon(started));
    return started;
  };

  const endIdle = (): void => {
    const ended = worker;
    worker = undefined;
    void ended?.terminate();
  };

  const begin = (): void => {
    const waiting = takeNext();
    if (!waiting) {
      worker?.unref();
      idle = setTimeout(endIdle, idleMilliseconds).unref();
      return;
    }
    clearTimeout(idle);
    worker ??= start();
    worker.ref();
    const running = worker;
    // A message that arrived while this thread was busy is read before the check phase.
    const timer = setTimeout(
      () => setImmediate(() => current?.timer === timer && abandon(running)),
      hardDeadlineMilliseconds,
    );
    current = { waiting, timer };
    running.postMessage(waiting.task);
  };

  return {
    run: (tenantId, task) =>
      new Promise((resolve) => {
        const queue = queues.get(tenantId) ?? [];
        queue.push({ task, resolve });
        queues.set(tenantId, queue);
        if (!current) begin();
      }),
  };
};
