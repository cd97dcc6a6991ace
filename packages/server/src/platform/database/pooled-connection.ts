import { createHash } from 'node:crypto';
import pg from 'pg';
import type { WriteTrail } from '../audit/write-trail.ts';
import type { SpanReference } from '../tracing/tracing.ts';
import type { ConnectionSettings } from './connection-settings.ts';
import { connectionFailure, DatabaseLostError, isDatabaseError, readOnlyTransaction } from './database-errors.ts';
import type { ObserveStatement } from './observe-statements.ts';
import { TextQuery } from './text-query.ts';

/** How the connections of a pool are opened. */
export interface ConnectionOptions {
  readonly connection: ConnectionSettings;
  /** The `application_name`, shown in `pg_stat_activity`. */
  readonly name: string;
  readonly readOnly?: boolean;
  /** Whether a standby is acceptable; otherwise a connection to one counts as lost. */
  readonly acceptsStandby?: boolean;
  /**
   * Pipelining: whether a connection sends statements without waiting for the results of earlier ones; those issued in
   * one turn of the event loop are sent in one write. The statements still run sequentially. `text` is not available on
   * such connections.
   */
  readonly pipelined?: boolean;
  /** Statement timeout in milliseconds. */
  readonly statementTimeout: number;
  /** Maximum milliseconds until a new connection is established; default `acquireTimeout`. */
  readonly connectTimeout?: number;
  /** Maximum milliseconds that a caller waits for a connection. */
  readonly acquireTimeout: number;
  readonly onIdleError: (error: Error) => void;
  /** Called for each lost connection: the next one may lead to another, promoted server. */
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

/** Milliseconds of silence after which the operating system begins to probe the peer. */
const keepAliveMilliseconds = 10_000;

const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new RangeError(`${text} is beyond the safe integers`);
  return number;
});

// Not from Node's shared pool: a short value that is kept, such as a key, would retain the 8 KiB around it.
types.setTypeParser(pg.types.builtins.BYTEA, (text) => {
  const bytes = Buffer.allocUnsafeSlow(text.length / 2 - 1);
  bytes.write(text.slice(2), 'hex'); // after the prefix \\x of the format
  return bytes;
});

const maximumPrepared = 1_000;

/** The name of a statement, or `undefined` for one that is not prepared. */
type StatementNames = (text: string) => string | undefined;

/** Names repeated statements, so that PostgreSQL prepares them; a text that occurs once is not prepared. */
export const createStatementNames = (): StatementNames => {
  const names = new Map<string, string | undefined>();
  return (text) => {
    const known = names.has(text);
    const name = names.get(text) ?? (known ? `s${createHash('sha1').update(text).digest('base64url')}` : undefined);
    names.delete(text);
    names.set(text, name);
    if (names.size > maximumPrepared) names.delete(names.keys().next().value ?? '');
    return name;
  };
};

const ignoreResult = (): void => undefined;

/** A connection that a pool holds. */
export class Connection implements PooledConnection {
  scopeKey: string | undefined = undefined;
  trail: WriteTrail | undefined = undefined;
  span: SpanReference | undefined = undefined;
  failed = false;
  /** Whether the server is a standby, which refuses writes and may lag. */
  isStandby = false;
  private underWay = 0;
  /** Resolves when the latest statement has ended. Has no result, which an idle connection would retain. */
  private latest: Promise<void> = Promise.resolve();
  /** By `performance.now()`: when the outstanding statement was sent, or the one before it answered. */
  private waitingSince = 0;
  private readonly prepared = new Set<string>();
  readonly client: pg.Client;
  private readonly nameOf: StatementNames;
  private readonly options: ConnectionOptions;

  constructor(client: pg.Client, nameOf: StatementNames, options: ConnectionOptions) {
    this.client = client;
    this.nameOf = nameOf;
    this.options = options;
    // PostgreSQL reports it when the connection is established and whenever it changes.
    client.connection.on('parameterStatus', (status: { parameterName: string; parameterValue: string }) => {
      if (status.parameterName === 'in_hot_standby') this.isStandby = status.parameterValue === 'on';
    });
  }

  /** Maximum prepared statements of a connection, after which it is replaced. */
  get mustBeReplaced(): boolean {
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
      const answer = await this.send(
        () =>
          new Promise<string>((resolve, reject) => {
            this.client.query(new TextQuery({ text, values, name, isPrepared, resolve, reject }));
          }),
      );
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

  /** Ends the session; outstanding statements complete first. */
  close(): void {
    this.client.end().catch(this.options.onIdleError);
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
    const failure = connectionFailure(error, !this.options.readOnly);
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

  /** Without pipelining, a statement is sent when the previous one has ended: `pg` deprecates its own queue. */
  private send<Result>(statement: () => Promise<Result>): Promise<Result> {
    if (this.client.pipeline) {
      this.gather();
      return statement();
    }
    const sent = this.underWay === 1 ? statement() : this.latest.then(statement);
    this.latest = sent.then(ignoreResult, ignoreResult);
    return sent;
  }

  private async run(text: string, values: readonly unknown[], name: string | undefined): Promise<pg.QueryResult> {
    this.began();
    const ended = this.options.observe?.(text, this.span);
    try {
      const result = await this.send(() =>
        this.client.query({ text, values: [...values], ...(name !== undefined && { name }) }),
      );
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

/**
 * Opens a connection; `onFailed` is called when it fails outside a statement.
 * @throws DatabaseLostError if it cannot be established, or leads to a standby that is not acceptable
 */
export const openConnection = async (
  options: ConnectionOptions,
  nameOf: StatementNames,
  onFailed: (connection: Connection) => void,
): Promise<Connection> => {
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
      // Formats doubles as text with all their digits.
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
    onFailed(connection);
    if (isKnown) return;
    options.onLost?.();
    options.onIdleError(error);
  });
  try {
    await client.connect();
  } catch (error) {
    options.onLost?.();
    // Neither a rejected certificate nor a failed handshake has a socket error code.
    throw error instanceof Error && !isDatabaseError(error) ? new DatabaseLostError(error) : connectionFailure(error);
  }
  if (!connection.isStandby || options.acceptsStandby === true) return connection;
  connection.close();
  throw new DatabaseLostError(Object.assign(new Error('the server is a standby'), { code: readOnlyTransaction }));
};
