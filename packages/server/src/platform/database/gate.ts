import type { Permission } from '@cfs/contracts/permissions';
import type { Compilable, Kysely, RawBuilder } from 'kysely';
import type { Change } from '../audit/change.ts';
import type { Context } from '../context.ts';
import type { Database } from './schema.ts';

/** One parameterized statement. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Which tenants a statement may see: those of a permission (any of several), with the shared rows on request. */
export interface ScopeRequest {
  readonly permission: Permission | readonly Permission[];
  /** Adds the System tenant's rows: catalogue rows that every tenant may read, never write. */
  readonly shared?: boolean;
  /** No tenant's rows but those of the person who asks, in tables under `gate.protect_person`. */
  readonly own?: boolean;
}

/** Kysely over one connection whose scope is set, with a way for whole statements that Kysely cannot build. */
export interface ScopedDatabase extends Kysely<Database> {
  /** Runs a select that is written out; the scope guard is put around it. Answers its rows. */
  guarded<Row>(query: RawBuilder<Row> | Compilable<Row>): Promise<Row[]>;
  /**
   * Runs a statement of any kind that is written out and carries `scopeGuard` itself, as a condition; one without
   * it is refused. Answers its rows.
   */
  run<Row>(query: RawBuilder<Row>): Promise<Row[]>;
  /** The condition that a written-out statement carries. */
  readonly scopeGuard: RawBuilder<boolean>;
}

/**
 * The only way to the data. Every statement runs under the tenants of one permission of the context, set on the
 * connection as an unguessable key, expected again by the statement itself, and enforced by row-level security.
 */
export interface Gate {
  /** Reads outside a transaction on a read-only connection. */
  read<Result>(
    context: Context,
    scope: Permission | readonly Permission[] | ScopeRequest,
    query: (db: ScopedDatabase) => Promise<Result>,
  ): Promise<Result>;
  /** The text in the first column of the only row of a statement that PostgreSQL turns into JSON itself. */
  readText(
    context: Context,
    scope: Permission | readonly Permission[] | ScopeRequest,
    statement: Statement,
  ): Promise<string>;
  /**
   * Reads a statement of any length, whose rows are one text each, in one snapshot and in pieces of some rows joined:
   * the next is fetched when the work asks for it, so a slow reader costs no memory. The connection is the work's until
   * it ends; the signal ends what runs in the database.
   *
   * @throws DatabaseBusyError when too many such reads are under way.
   */
  readStream<Result>(
    context: Context,
    scope: Permission | readonly Permission[] | ScopeRequest,
    statement: Statement,
    signal: AbortSignal,
    work: (pieces: AsyncIterable<string>) => Promise<Result>,
  ): Promise<Result>;
  /**
   * One transaction: all or nothing; any error ends it, and one of the database destroys the connection. Statements that
   * do not depend on each other take one round trip when they are sent `together`.
   *
   * A transaction that PostgreSQL undoes for a deadlock or a failed serialization is run again, some times at most: so
   * the work acts on the database alone, begins anew each time, and leaves nothing behind in what surrounds it.
   *
   * The work records each of its changes in the audit by `change`, which also hands out the columns that say who made
   * it and when. A transaction that wrote to an audited table and recorded nothing of it is not committed.
   *
   * `about` names the one thing that the work locks: writes about the same take turns, two at a time, so that however
   * many want it, connections are left for the rest.
   *
   * @throws DatabaseBusyError when no connection is free in time, or no turn comes.
   * @throws UnauditedWriteError when a change was not recorded.
   */
  write<Result>(
    context: Context,
    scope: Permission | readonly Permission[] | ScopeRequest,
    work: (db: ScopedDatabase, change: Change) => Promise<Result>,
    about?: string,
  ): Promise<Result>;
  /**
   * One transaction of the telemetry pipeline: all tenants, telemetry tables alone (role cfs_ingest). It is run again as
   * one of `write` is.
   */
  ingest<Result>(context: Context, work: (db: ScopedDatabase) => Promise<Result>): Promise<Result>;
  /** Closes every connection. */
  close(): Promise<void>;
}

/** What finding out who somebody is needs, before any scope exists: the access tables alone, across tenants. */
export interface AccessGate {
  /** Statements as role cfs_access: it reads people, roles, grants, tenants and tokens, and nothing else. */
  access<Result>(work: (db: Kysely<Database>) => Promise<Result>): Promise<Result>;
  /** Keeps this process's scope keys alive and drops those that others left behind: to be called hourly. */
  touchScopes(): Promise<void>;
}
