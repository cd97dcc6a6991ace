import { createWorker, type Worker } from '../platform/durable-work/worker.ts';
import type { Services } from '../platform/services.ts';
import { areasNamed } from './areas-named.ts';

/** A worker for the durable work of the areas named, which runs when the test says so. */
export const createTestWorker = (services: Services, ...names: readonly string[]): Worker => {
  const areas = areasNamed(...names);
  return createWorker({
    services,
    handlers: Object.fromEntries(areas.flatMap(({ handlers = {} }) => Object.entries(handlers))),
    timers: Object.fromEntries(areas.flatMap(({ timers = {} }) => Object.entries(timers))),
  });
};
