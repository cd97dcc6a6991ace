import { createAuditChain } from './platform/audit/audit-chain.ts';
import type { AccessGate } from './platform/database/gate.ts';
import { runPeriodically } from './platform/run-periodically.ts';
import type { Area, Services } from './platform/services.ts';
import { createWorker } from './platform/durable-work/worker.ts';

const second = 1_000;
const hour = 3_600 * second;

/** The handlers of all areas under their names; two of one name are a programming error. */
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

/** Starts what the worker role does: the work of the areas, the seals of the audit, the upkeep of scopes. */
export const startWorker = (
  services: Services,
  access: AccessGate,
  areas: readonly Area[],
): { stop(): Promise<void> } => {
  const { gate, clock, log } = services;
  const chain = createAuditChain(gate, clock);
  const sealAll = async (): Promise<void> => {
    while ((await chain.seal()) > 0);
  };
  const worker = createWorker({
    services,
    handlers: merge(areas.map((area) => area.handlers)),
    timers: merge(areas.map((area) => area.timers)),
  });
  const tasks = [
    runPeriodically('seal the audit', second, sealAll, log),
    runPeriodically('touch scopes', hour, () => access.touchScopes(), log),
  ];
  worker.start();
  return {
    async stop() {
      await Promise.all([worker.stop(), ...tasks.map((task) => task.stop())]);
    },
  };
};
