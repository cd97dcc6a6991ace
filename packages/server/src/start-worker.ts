import { createAuditChain } from './platform/audit/audit-chain.ts';
import { AuditHeadsError } from './platform/audit/audit-heads.ts';
import { createAuditSink } from './platform/audit/audit-sink.ts';
import { createHeadPublisher } from './platform/audit/publish-heads.ts';
import { runPeriodically } from './platform/run-periodically.ts';
import type { Area, Services } from './platform/services.ts';
import { createWorker } from './platform/durable-work/worker.ts';

const second = 1_000;
const minute = 60 * second;

/** The handlers of all areas under their names; a duplicate name is a programming error. */
const merge = <Handler>(
  records: readonly (Readonly<Record<string, Handler>> | undefined)[],
): Record<string, Handler> => {
  const merged: Record<string, Handler> = {};
  for (const [name, handler] of records.flatMap((record) => Object.entries(record ?? {}))) {
    if (name in merged) throw new TypeError(`Two areas handle "${name}".`);
    merged[name] = handler;
  }
  return merged;
};

/**
 * Seals the audit and writes the heads of its chains outside the database; tampering is logged at most once a minute.
 */
const sealAudit = ({ gate, clock, keys, log, metrics, configuration }: Services) => {
  const chain = createAuditChain(gate, clock, keys);
  const sink =
    configuration.auditSink &&
    createAuditSink({ address: configuration.auditSink, log, onFailure: () => metrics.auditSinkFailures.inc() });
  const publisher = createHeadPublisher({ chain, log, sink });
  let lastLogged = Number.NEGATIVE_INFINITY;
  const watched = (work: () => Promise<void>) => async (): Promise<void> => {
    try {
      await work();
      metrics.auditBroken.set(0);
    } catch (error) {
      if (!(error instanceof AuditHeadsError)) throw error;
      metrics.auditBroken.set(1);
      if (performance.now() - lastLogged < minute) return;
      lastLogged = performance.now();
      log.error({ err: error }, 'the audit is no longer sealed');
    }
  };
  const publish = watched(() => publisher.publish());
  return {
    seal: watched(async () => {
      while ((await chain.seal()) > 0);
    }),
    publish,
    async stop() {
      await publish().catch((error: unknown) => log.error({ err: error }, 'the heads of the audit were not written'));
      await sink?.close();
    },
  };
};

/** The work that a process with the worker role runs. */
export interface RunningWorker {
  /** Claims no further work; resolves when the claimed work is finished or handed back. */
  drain(): Promise<void>;
  /** Drains within four seconds, after which running work is abandoned. The audit is still sealed. */
  finish(): Promise<void>;
  /** Finishes, and stops the periodic tasks. */
  stop(): Promise<void>;
}

/** Starts the worker role: the work of the areas and the sealing of the audit. */
export const startWorker = (services: Services, areas: readonly Area[]): RunningWorker => {
  const { log } = services;
  const audit = sealAudit(services);
  const worker = createWorker({
    services,
    handlers: merge(areas.map((area) => area.handlers)),
    timers: merge(areas.map((area) => area.timers)),
  });
  const tasks = [
    runPeriodically('seal the audit', second, audit.seal, log),
    runPeriodically('write the heads of the audit', minute, audit.publish, log),
    ...Object.entries(merge(areas.map((area) => area.tasks))).map(([name, { pauseMilliseconds, run }]) =>
      runPeriodically(name, pauseMilliseconds, () => run(services), log),
    ),
  ];
  let finished: Promise<void> | undefined;
  const finish = (): Promise<void> => (finished ??= worker.stop());
  worker.start();
  return {
    drain: () => worker.drain(),
    finish,
    async stop() {
      await Promise.all([finish(), ...tasks.map((task) => task.stop())]);
      await audit.stop();
    },
  };
};
