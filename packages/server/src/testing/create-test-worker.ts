import { createWorker, type Worker } from '../platform/durable-work/worker.ts';
import type { Services } from '../platform/services.ts';
import { areasNamed } from './areas-named.ts';

/** Creates a worker for the durable work of the named areas, which runs only when the test calls it. */
export const createTestWorker = (services: Services, ...names: readonly string[]): Worker => {
  const areas = areasNamed(...names);
  return createWorker({
    services,
    handlers: Object.fromEntries(areas.flatMap(({ handlers = {} }) => Object.entries(handlers))),
    timers: Object.fromEntries(areas.flatMap(({ timers = {} }) => Object.entries(timers))),
  });
};
