import { AsyncLocalStorage } from 'node:async_hooks';
import type { Origin } from './tracing.ts';

const storage = new AsyncLocalStorage<Origin | undefined>();

/**
 * The request or step that is being worked on; `undefined` while tracing is off. It is the default for contexts of the
 * system that are made on the way, and for statements that have no context.
 */
export const ambientOrigin = (): Origin | undefined => storage.getStore();

/** Runs the work, and what it begins, on behalf of the origin. */
export const onBehalfOf = <Result>(origin: Origin, work: () => Result): Result => storage.run(origin, work);

/** Runs work that a request or step begins, and that is done for others as well: nobody's origin is its own. */
export const onBehalfOfNobody = <Result>(work: () => Result): Result =>
  ambientOrigin() === undefined ? work() : storage.run(undefined, work);
