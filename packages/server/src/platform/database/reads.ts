import type { Permission } from '@cfs/contracts/permissions';
import type { Context, Scope } from '../context.ts';
import type { PooledConnection } from './pooled-connection.ts';
import type { Reads, ScopeRequest } from './gate.ts';
import { createGuardedTexts } from './guarded-text.ts';
import { scopeOf } from './in-scope.ts';
import { scopedDatabaseOf } from './scoped-database.ts';
import { textStream } from './text-stream.ts';
import { endTransaction } from './transaction.ts';

/** Where a read runs. */
export interface ReadPlace {
  readonly connection: PooledConnection;
  readonly scopeKey: string;
  /** Called once results are passed on: from then on the read cannot run again elsewhere. */
  begun(): void;
  /** Terminates the backend of the connection: a cancel request has no effect between two statements. */
  terminate(): Promise<void>;
}

/** Runs a read on a connection of its kind. */
export type RunRead = <Result>(
  access: 'read' | 'stream',
  request: { readonly context: Context; readonly scope: Scope },
  work: (place: ReadPlace) => Promise<Result>,
) => Promise<Result>;

const enter = async ({ connection, scopeKey }: ReadPlace): Promise<void> => {
  if (connection.scopeKey === scopeKey) return;
  connection.scopeKey = undefined;
  await connection.query(`select set_config('cfs.scope', $1, false)`, [scopeKey]);
  connection.scopeKey = scopeKey;
};

async function* resumed(first: IteratorResult<string, void>, rest: AsyncIterable<string>) {
  if (first.done) return;
  yield first.value;
  yield* rest;
}

/** Runs the work in a transaction of a stream's connection; the signal terminates its backend. */
const untilAborted = async <Result>(
  place: ReadPlace,
  signal: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> => {
  let terminated: Promise<void> | undefined;
  const stop = (): void => void (terminated = place.terminate());
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await endTransaction(place.connection, async () => {
      await place.connection.query('begin', []);
      return work();
    });
  } finally {
    signal.removeEventListener('abort', stop);
    await terminated;
  }
};

/** Creates the reads of the gate; `run` decides where each one runs. */
export const createReads = (run: RunRead): Reads => {
  const guarded = createGuardedTexts();
  const reading = <Result>(
    access: 'read' | 'stream',
    context: Context,
    request: Permission | readonly Permission[] | ScopeRequest,
    work: (place: ReadPlace) => Promise<Result>,
  ): Promise<Result> =>
    run(access, { context, scope: scopeOf(context, request) }, async (place) => {
      place.connection.span = context.span;
      await enter(place);
      return work(place);
    });
  return {
    read: (context, request, query) =>
      reading('read', context, request, ({ connection, scopeKey }) => query(scopedDatabaseOf(connection, scopeKey))),

    readText: (context, request, { text, values }) =>
      reading('read', context, request, ({ connection, scopeKey }) =>
        connection.text(guarded(text, values), [...values, scopeKey]),
      ),

    readStream: (context, request, statement, signal, work) =>
      reading('stream', context, request, async (place) => {
        signal.throwIfAborted();
        return untilAborted(place, signal, async () => {
          const pieces = textStream(place.connection, place.scopeKey, statement, signal);
          const first = await pieces.next();
          place.begun();
          return work(resumed(first, pieces));
        });
      }),
  };
};
