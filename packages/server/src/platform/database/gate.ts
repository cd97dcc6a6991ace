import type { Permission } from '@cfs/contracts/permissions';
import type { Compilable, Kysely, RawBuilder } from 'kysely';
import type { Change } from '../audit/change.ts';
import type { Context } from '../context.ts';
import type { PoolLoad } from './connection-pool.ts';
import type { Database } from './schema.ts';

/** The kinds of access, each with connections of its own. */
export type AccessKind = 'read' | 'stream' | 'write' | 'ingest' | 'access' | 'replica-read' | 'replica-stream';

/** A parameterized statement. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** The scope of a statement: the tenants of a permission (or of any of several), with the shared rows on request. */
export interface ScopeRequest {
  readonly permission: Permission | readonly Permission[];
  /** Includes rows of the System tenant: catalogue rows that every tenant may read but not write. */
  readonly shared?: boolean;
  /** Rows of the calling person only, in tables under `gate.protect_person`. */
  readonly own?: boolean;
}

/** Kysely over a connection with a scope, with support for raw SQL statements. */
export interface ScopedDatabase extends Kysely<Database> {
  /** Runs a raw select; the scope guard is added to it. Returns its rows. */
  guarded<Row>(query: RawBuilder<Row> | Compilable<Row>): Promise<Row[]>;
  /**
   * Runs a raw statement of any kind that contains `scopeGuard` as a condition; refused without it. Returns its rows.
   */
  run<Row>(query: RawBuilder<Row>): Promise<Row[]>;
  /** The guard condition of a raw statement. */
  readonly scopeGuard: RawBuilder<boolean>;
}

/** Reads in the scope of a permission. A read whose scope the database does not know runs a second time. */
export interface Reads {
  /** Reads outside of a transaction, on a read-only connection. */
  read<Result>(
    context: Context,
    scope: Permission | readonly Permission[] | ScopeRequest,
    query: (db: ScopedDatabase) => Promise<Result>,
  ): Promise<Result>;
  /** Reads the text in the first column of the only row; PostgreSQL produces the JSON. */
  readText(
    context: Context,
    scope: Permission | readonly Permission[] | ScopeRequest,
    statement: Statement,
  ): Promise<string>;
  /**
   * Reads a statement with any number of rows, one text each, from one snapshot, in chunks of several rows. The next
   * chunk is fetched on demand, so that a slow consumer needs no memory. The connection is exclusive until the work
   * ends; the signal cancels the statement.
   *
   * @throws DatabaseBusyError if too many such reads are running.
   */
  readStream<Result>(
    context: Context,
    scope: Permission | readonly Permission[] | ScopeRequest,
    statement: Statement,
    signal: AbortSignal,
    work: (pieces: AsyncIterable<string>) => Promise<Result>,
  ): Promise<Result>;
}

/**
 * The only access to the data. Every statement runs in the scope of a permission of the context: the scope's
 * unguessable key is set on the connection, checked by the statement, and enforced by row-level security.
 */
export interface Gate extends Reads {
  /**
   * The same reads for what may lag 30 seconds behind, such as exports and reports. With a read replica they run there,
   * after the actor's own writes; a read that the replica cannot serve runs on the primary. The query of `read` may
   * therefore run twice and must keep no state between attempts.
   */
  readonly lagging: Reads;
  /**
   * Runs a transaction: atomic; any error rolls it back, and a database error destroys the connection. Independent
   * statements sent by `settleAll` share a round trip.
   *
   * A transaction that PostgreSQL rolls back because of a deadlock or a serialization failure is retried a limited
   * number of times, and once if the database does not know its scope. Therefore the work must have no effects outside
   * of the database and keep no state between attempts.
   *
   * The work records each change in the audit through `change`, which also provides the columns of author and time. A
   * transaction that wrote to an audited table without a record is rolled back.
   *
   * `about` names the row that the work locks: at most two writes with the same name run concurrently, so that
   * contention for one row does not exhaust the pool. Tenants are served in turn.
   *
   * @throws DatabaseBusyError if no connection or turn becomes free in time.
   * @throws UnauditedWriteError if a change was not recorded.
   */
  write<Result>(
    context: Context,
    scope: Permission | readonly Permission[] | ScopeRequest,
    work: (db: ScopedDatabase, change: Change) => Promise<Result>,
    about?: string,
  ): Promise<Result>;
  /**
   * Runs a transaction of the telemetry pipeline: all tenants, telemetry tables only (role cfs_ingest). Retried like
   * `write`.
   */
  ingest<Result>(context: Context, work: (db: ScopedDatabase) => Promise<Result>): Promise<Result>;
  /** Refuses further work, waits for the running one, whose scopes stay defined, and closes all connections. */
  close(): Promise<void>;
}

/** Database access for the authentication of callers, before a scope exists: the access tables only, of all tenants. */
export interface AccessGate {
  /** Runs statements as the role cfs_access, which may read people, roles, grants, tenants and tokens only. */
  access<Result>(work: (db: Kysely<Database>) => Promise<Result>): Promise<Result>;
  /**
   * Refreshes this process's scope keys and deletes expired ones of other processes, and old positions of writes; called
   * hourly.
   */
  touchScopes(): Promise<void>;
  /** The connections in use of all kinds of access. */
  loads(): Readonly<Partial<Record<AccessKind, PoolLoad>>>;
}
