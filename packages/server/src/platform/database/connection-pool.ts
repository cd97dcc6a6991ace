import { createHash } from 'node:crypto';
import pg from 'pg';
import type { WriteTrail } from '../audit/write-trail.ts';
import type { SpanReference } from '../tracing/tracing.ts';
import { createFairQueue } from './fair-queue.ts';
import type { ObserveStatement } from './observe-statements.ts';
import { TextQuery } from './text-query.ts';

/** Connection target: a host name, or the directory of a Unix socket. */
export interface ConnectionSettings {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  readonly password?: string | undefined;
  /** TLS with a verified certificate; `ca` holds the authorities that count instead of those of Node. */
  readonly ssl?: boolean | { readonly ca: string } | undefined;
}

export interface PoolOptions {
  readonly connection: ConnectionSettings;
  /** The `application_name`, shown in `pg_stat_activity`. */
  readonly name: string;
  readonly size: number;
  readonly readOnly?: boolean;
  /** Whether a standby will do; without it a connection to one counts as lost. */
  readonly acceptsStandby?: boolean;
  /**
   * Pipelining: whether a connection sends statements without waiting for the results of earlier ones; those issued in
   * one turn of the event loop are sent in one write. The statements still run sequentially. `text` is not available on
   * such connections.
   */
  readonly pipelined?: boolean;
  /** Statement timeout in milliseconds. */
  readonly statementTimeout: number;
  /**
   * Milliseconds that a connection waits for an answer before it counts as lost. A commit has no statement timeout: it may
   * wait for a synchronous standby. Without it connections wait as long as the network reports no failure.
   */
  readonly silenceTimeout?: number | undefined;
  /** Maximum milliseconds that a caller waits for a connection. */
  readonly acquireTimeout: number;
  /** Maximum milliseconds until a new connection is established; default `acquireTimeout`. */
  readonly connectTimeout?: number;
  readonly onIdleError: (error: Error) => void;
  /** Called for each lost connection: the next one may lead to another server, promoted meanwhile. */
  readonly onLost?: (() => void) | undefined;
  readonly observe?: ObserveStatement | undefined;
}

/** A connection and the scope key of its session. */
export interface PooledConnection {
  scopeKey: string | undefined;
  /** Tracks the writes of the current transaction. */
  trail: WriteTrail | undefined;
  /** The span to which the statements belong; cleared on release. */
  span: SpanReference | undefined;
  /** The process id of the backend, for cancellation. */
  readonly processId: number | undefined;
  /** Whether a result is outstanding. */
  readonly isBusy: boolean;
  query(text: string, values: readonly unknown[]): Promise<pg.QueryResult>;
  /** Runs a select of a single text. @throws TypeError for any other result */
  text(text: string, values: readonly unknown[]): Promise<string>;
  /** Runs a statement that cannot be prepared. */
  once(text: string, values: readonly unknown[]): Promise<pg.QueryResult>;
  /** Destroys the connection on release. */
  discard(): void;
  /** Destroys the connection at once, because the server does not answer: outstanding statements fail as lost. */
  break(): void;
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

/** No connection became free in time. Replied as 503; the caller may retry. */
export class DatabaseBusyError extends Error {
  override name = 'DatabaseBusyError';
}

/**
 * The connection could not be established, broke, was silent for too long, or leads to a standby: whether its last
 * statement took effect is unknown. Replied as 503; the caller may retry. `code` is the cause's, for example
 * `ECONNREFUSED`.
 */
export class DatabaseLostError extends Error {
  override name = 'DatabaseLostError';
  readonly code: string | undefined;

  constructor(cause: Error & { readonly code?: string }) {
    super(`The connection to the database failed: ${cause.message}`, { cause });
    this.code = cause.code;
  }
}

/** Error codes of sockets. */
const socketFailure =
  /^(E(CONNREFUSED|CONNRESET|CONNABORTED|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NOENT|NOTFOUND|AI_AGAIN)|ERR_STREAM_(DESTROYED|WRITE_AFTER_END))$/;
/** Messages of `pg` about a lost connection; these errors have no code. */
const endedConnection =
  /^(Connection terminated|timeout expired|Client (was closed|has encountered a connection error))/;

/** The server shuts down, has crashed or is starting; its connection is of no further use. */
const endedServer = /^57P0[123]$/;
const readOnlyTransaction = '25006';

/**
 * Converts connection errors to `DatabaseLostError`; other errors are returned unchanged. A write that is refused as read
 * only reached a server that is not, or not any more, the primary.
 */
const marked = (error: unknown, mayWrite = false): unknown => {
  if (!(error instanceof Error) || error instanceof DatabaseLostError) return error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const isLost = isDatabaseError(error)
    ? endedServer.test(code) || (mayWrite && code === readOnlyTransaction)
    : socketFailure.test(code) || endedConnection.test(error.message);
  return isLost ? new DatabaseLostError(error) : error;
};

/** Milliseconds of silence after which the operating system begins to probe the peer. */
const keepAliveMilliseconds = 10_000;

/** Whether the error came from PostgreSQL or from the connection. */
export const isDatabaseError = (error: unknown): error is pg.DatabaseError => error instanceof pg.DatabaseError;

const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new RangeError(`${text} is beyond the safe integers`);
  return number;
});

// Not from Node's shared pool: a short value that is kept, such as a key, would keep the 8 KiB around it.
types.setTypeParser(pg.types.builtins.BYTEA, (text) => {
  const bytes = Buffer.allocUnsafeSlow(text.length / 2 - 1);
  bytes.write(text.slice(2), 'hex'); // behind the prefix of the format, \\x
  return bytes;
});

const maximumPrepared = 1_000;

/** Names repeated statements, so that PostgreSQL prepares them; a text that occurs once is not prepared. */
const createStatementNames = () => {
  const names = new Map<string, string | undefined>();
  return (text: string): string | undefined => {
    const known = names.has(text);
    const name = names.get(text) ?? (known ? `s${createHash('sha1').update(text).digest('base64url')}` : undefined);
    names.delete(text);
    names.set(text, name);
    if (names.size > maximumPrepared) names.delete(names.keys().next().value ?? '');
    return name;
  };
};

class Connection implements PooledConnection {
  scopeKey: string | undefined = undefined;
  trail: WriteTrail | undefined = undefined;
  span: SpanReference | undefined = undefined;
  failed = false;
  /** Whether the server is a standby, which refuses writes and may lag. */
  isStandby = false;
  private underWay = 0;
  /** By `performance.now()`: when the outstanding statement was sent, or the one before it answered. */
  private waitingSince = 0;
  private readonly prepared = new Set<string>();
  readonly client: pg.Client;
  private readonly nameOf: (text: string) => string | undefined;
  private readonly options: PoolOptions;

  constructor(client: pg.Client, nameOf: (text: string) => string | undefined, options: PoolOptions) {
    this.client = client;
    this.nameOf = nameOf;
    this.options = options;
    // PostgreSQL reports it with the connection and whenever it changes.
    client.connection.on('parameterStatus', (status: { parameterName: string; parameterValue: string }) => {
      if (status.parameterName === 'in_hot_standby') this.isStandby = status.parameterValue === 'on';
    });
  }

  /** Maximum prepared statements of a connection, after which it is replaced. */
  get worn(): boolean {
    return this.prepared.size >= maximumPrepared;
  }

  get isBusy(): boolean {
    return this.underWay > 0;
  }

  get processId(): number | undefined {
    const client: pg.Client & { readonly processID?: number | null } = this.client;
    return client.processID ?? undefined;
  }

  async query(text: string, values: readonly unknown[]): Promise<pg.QueryResult> {
    const name = this.nameOf(text);
    if (name !== undefined) this.prepared.add(name);
    return this.run(text, values, name);
  }

  async text(text: string, values: readonly unknown[]): Promise<string> {
    const name = this.nameOf(text);
    const isPrepared = name !== undefined && this.prepared.has(name);
    if (name !== undefined) this.prepared.add(name);
    this.began();
    const ended = this.options.observe?.(text, this.span);
    try {
      const answer = await new Promise<string>((resolve, reject) => {
        this.client.query(new TextQuery({ text, values, name, isPrepared, resolve, reject }));
      });
      ended?.();
      return answer;
    } catch (error) {
      ended?.(error);
      throw this.failure(error);
    } finally {
      this.answered();
    }
  }

  once(text: string, values: readonly unknown[]): Promise<pg.QueryResult> {
    return this.run(text, values, undefined);
  }

  discard(): void {
    this.failed = true;
  }

  /** Breaks the connection if it has waited for an answer for longer than that. */
  breakIfSilent(milliseconds: number): void {
    if (this.isBusy && performance.now() - this.waitingSince > milliseconds) this.break();
  }

  break(): void {
    const silence = Object.assign(new Error('The database did not answer in time.'), { code: 'ETIMEDOUT' });
    this.client.connection.stream.destroy(silence);
  }

  private began(): void {
    if (this.underWay === 0) this.waitingSince = performance.now();
    this.underWay += 1;
  }

  private answered(): void {
    this.waitingSince = performance.now();
    this.underWay -= 1;
  }

  private failure(error: unknown): unknown {
    this.failed = true;
    const failure = marked(error, !this.options.readOnly);
    if (failure instanceof DatabaseLostError) this.options.onLost?.();
    return failure;
  }

  /** Corks the socket until all statements of this turn have been written. */
  private gather(): void {
    const { stream } = this.client.connection;
    if (stream.writableCorked > 0) return;
    stream.cork();
    process.nextTick(() => stream.uncork());
  }

  private async run(text: string, values: readonly unknown[], name: string | undefined): Promise<pg.QueryResult> {
    this.began();
    if (this.client.pipeline) this.gather();
    const ended = this.options.observe?.(text, this.span);
    try {
      const result = await this.client.query({ text, values: [...values], ...(name !== undefined && { name }) });
      ended?.();
      return result;
    } catch (error) {
      ended?.(error);
      throw this.failure(error);
    } finally {
      this.answered();
    }
  }
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
  const mostHeld = options.size - Math.floor(options.size / 4);
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

  const open = async (): Promise<Connection> => {
    const client = new pg.Client({
      ...options.connection,
      types,
      application_name: options.name,
      connectionTimeoutMillis: options.connectTimeout ?? options.acquireTimeout,
      keepAlive: true,
      keepAliveInitialDelayMillis: keepAliveMilliseconds,
      pipeline: options.pipelined ?? false,
      options: [
        '-c search_path=cfs,extensions',
        '-c jit=off',
        '-c timezone=UTC',
        // Doubles as text with all their digits.
        '-c extra_float_digits=1',
        `-c statement_timeout=${options.statementTimeout}`,
        '-c idle_in_transaction_session_timeout=60000',
        ...(options.readOnly ? ['-c default_transaction_read_only=on'] : []),
      ].join(' '),
    });
    const connection = new Connection(client, nameOf, options);
    client.on('error', (error) => {
      const isKnown = connection.failed;
      connection.failed = true;
      const at = idle.indexOf(connection);
      if (at !== -1) idle.splice(at, 1);
      if (isKnown) return;
      options.onLost?.();
      options.onIdleError(error);
    });
    try {
      await client.connect();
    } catch (error) {
      options.onLost?.();
      // Neither a refused certificate nor a failed handshake has a code of the socket.
      throw error instanceof Error && !isDatabaseError(error) ? new DatabaseLostError(error) : marked(error);
    }
    if (!connection.isStandby || options.acceptsStandby === true) return connection;
    dismiss(connection);
    throw new DatabaseLostError(Object.assign(new Error('the server is a standby'), { code: readOnlyTransaction }));
  };

  const dismiss = (connection: Connection): void => {
    connection.client.end().catch(options.onIdleError);
  };

  const hasShare = (party: string): boolean => party === noParty || (held.get(party) ?? 0) < mostHeld;

  const count = (party: string, change: 1 | -1): void => {
    const now = (held.get(party) ?? 0) + change;
    if (now > 0) held.set(party, now);
    else held.delete(party);
  };

  /** Passes on a connection, or that one may be opened. */
  const pass = (connection: Connection | undefined): void => {
    const next = waiters.take(hasShare);
    if (next) {
      // Before the waiter goes on: another caller must not take its place.
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
      const connection = await open();
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
    if (connection.failed || connection.worn || closed) {
      dismiss(connection);
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
      for (const connection of idle.splice(0)) dismiss(connection);
      if (busy.size > 0 || opening > 0) await new Promise<void>((resolve) => (drained = resolve));
      clearInterval(watch);
    },
  };
};
