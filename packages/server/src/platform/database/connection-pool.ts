import { DatabaseBusyError } from './database-errors.ts';
import { createFairQueue } from '../limits/fair-queue.ts';
import {
  createStatementNames,
  openConnection,
  type Connection,
  type ConnectionOptions,
  type PooledConnection,
} from './pooled-connection.ts';

export interface PoolOptions extends ConnectionOptions {
  readonly size: number;
  /**
   * Milliseconds that a connection waits for an answer before it counts as lost. A commit has no statement timeout: it may
   * wait for a synchronous standby. Without it connections wait as long as the network reports no failure.
   */
  readonly silenceTimeout?: number | undefined;
}

/** A connection pool that prefers an idle connection with the requested scope. */
export interface ConnectionPool {
  /**
   * Runs the work on an exclusive connection. `preferred` is the preferred scope key. A connection is destroyed after a
   * database error, and after any other error that left a transaction open.
   *
   * Callers that wait are served by `party` in turn, such as their tenant, and one party holds at most three quarters of
   * the connections: one that sends many slow statements delays the others by about one of them. Callers without a party
   * have no such limit.
   */
  use<Result>(
    preferred: string | undefined,
    work: (connection: PooledConnection) => Promise<Result>,
    party?: string,
  ): Promise<Result>;
  /** How many connections are in use, and how many calls wait for one. */
  load(): PoolLoad;
  close(): Promise<void>;
}

export interface PoolLoad {
  readonly size: number;
  readonly inUse: number;
  readonly waiting: number;
}

interface Waiter {
  readonly give: (connection: Connection | undefined) => void;
  readonly refuse: (error: Error) => void;
}

/** The party of callers without one. */
const noParty = '';

/** Creates the pool; connections are opened on demand. */
export const createConnectionPool = (options: PoolOptions): ConnectionPool => {
  const nameOf = createStatementNames();
  const idle: Connection[] = [];
  const busy = new Set<Connection>();
  const waiters = createFairQueue<Waiter>();
  const held = new Map<string, number>();
  const maxHeld = options.size - Math.floor(options.size / 4);
  let opening = 0;
  let closed = false;
  let drained: (() => void) | undefined;
  const { silenceTimeout } = options;
  const watch =
    silenceTimeout === undefined
      ? undefined
      : setInterval(() => {
          for (const connection of busy) connection.breakIfSilent(silenceTimeout);
        }, silenceTimeout / 4).unref();

  const leaveIdle = (connection: Connection): void => {
    const at = idle.indexOf(connection);
    if (at !== -1) idle.splice(at, 1);
  };

  const hasShare = (party: string): boolean => party === noParty || (held.get(party) ?? 0) < maxHeld;

  const count = (party: string, change: 1 | -1): void => {
    const now = (held.get(party) ?? 0) + change;
    if (now > 0) held.set(party, now);
    else held.delete(party);
  };

  /** Passes a connection, or the permission to open one, to the next waiter. */
  const pass = (connection: Connection | undefined): void => {
    const next = waiters.take(hasShare);
    if (next) {
      // Before the waiter continues: another caller must not take its place.
      count(next.party, 1);
      if (connection) busy.add(connection);
      else opening += 1;
      next.entry.give(connection);
    } else if (connection) idle.push(connection);
    if (closed && busy.size === 0 && opening === 0) drained?.();
  };

  const wait = (party: string): Promise<Connection | undefined> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiters.remove(party, waiter);
        reject(new DatabaseBusyError('The database had no free connection in time.'));
      }, options.acquireTimeout);
      const waiter: Waiter = {
        give: (connection) => {
          clearTimeout(timer);
          resolve(connection);
        },
        refuse: (error) => {
          clearTimeout(timer);
          reject(error);
        },
      };
      waiters.add(party, waiter);
    });

  const takeIdle = (preferred: string | undefined): Connection | undefined => {
    const at = idle.findLastIndex((connection) => connection.scopeKey === preferred);
    return at === -1 ? idle.pop() : idle.splice(at, 1)[0];
  };

  const acquire = async (preferred: string | undefined, party: string): Promise<Connection> => {
    if (closed) throw new DatabaseBusyError('The server is stopping.');
    const isWithin = hasShare(party);
    const ready = isWithin ? takeIdle(preferred) : undefined;
    if (ready) {
      count(party, 1);
      busy.add(ready);
      return ready;
    }
    if (isWithin && busy.size + opening < options.size) {
      count(party, 1);
      opening += 1;
    } else {
      const given = await wait(party);
      if (given) return given;
    }
    try {
      const connection = await openConnection(options, nameOf, leaveIdle);
      opening -= 1;
      busy.add(connection);
      return connection;
    } catch (error) {
      // Before `pass`, which ends a close that waits for the last attempt to connect.
      opening -= 1;
      count(party, -1);
      pass(undefined);
      throw error;
    }
  };

  const release = (connection: Connection, party: string): void => {
    connection.span = undefined;
    busy.delete(connection);
    count(party, -1);
    if (connection.failed || connection.mustBeReplaced || closed) {
      connection.close();
      pass(undefined);
    } else pass(connection);
  };

  return {
    async use(preferred, work, party = noParty) {
      const connection = await acquire(preferred, party);
      try {
        return await work(connection);
      } finally {
        release(connection, party);
      }
    },
    load: () => ({ size: options.size, inUse: busy.size + opening, waiting: waiters.size }),
    async close() {
      closed = true;
      for (const waiter of waiters.clear()) waiter.refuse(new DatabaseBusyError('The server is stopping.'));
      for (const connection of idle.splice(0)) connection.close();
      if (busy.size > 0 || opening > 0) await new Promise<void>((resolve) => (drained = resolve));
      clearInterval(watch);
    },
  };
};
