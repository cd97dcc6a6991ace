import { AsyncLocalStorage } from 'node:async_hooks';
import type { Origin } from './tracing.ts';

const storage = new AsyncLocalStorage<Origin | undefined>();

/**
 * The origin of the current request or step; `undefined` while tracing is off. It is the default for contexts of the
 * system that are created during the work, and for statements without a context.
 */
export const ambientOrigin = (): Origin | undefined => storage.getStore();

/** Runs the work, and all asynchronous work that it starts, on behalf of the origin. */
export const onBehalfOf = <Result>(origin: Origin, work: () => Result): Result => storage.run(origin, work);

/** Runs work that a request or step starts but that serves others as well: it has no origin. */
export const onBehalfOfNobody = <Result>(work: () => Result): Result =>
  ambientOrigin() === undefined ? work() : storage.run(undefined, work);
