import pg from 'pg';

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

/** Whether the error came from PostgreSQL or from the connection. */
export const isDatabaseError = (error: unknown): error is pg.DatabaseError => error instanceof pg.DatabaseError;

/** Error codes of sockets. */
const socketFailure =
  /^(E(CONNREFUSED|CONNRESET|CONNABORTED|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NOENT|NOTFOUND|AI_AGAIN)|ERR_STREAM_(DESTROYED|WRITE_AFTER_END))$/;
/** Messages of `pg` about a lost connection; these errors have no code. */
const endedConnection =
  /^(Connection terminated|timeout expired|Client (was closed|has encountered a connection error))/;

/** The server shuts down, has crashed or is starting; its connection is of no further use. */
const endedServer = /^57P0[123]$/;
/** SQLSTATE `read_only_sql_transaction`. */
export const readOnlyTransaction = '25006';

/**
 * Converts connection errors to `DatabaseLostError`; other errors are returned unchanged. A write that is refused as
 * read-only has reached a server that is not, or no longer, the primary.
 */
export const connectionFailure = (error: unknown, mayWrite = false): unknown => {
  if (!(error instanceof Error) || error instanceof DatabaseLostError) return error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const isLost = isDatabaseError(error)
    ? endedServer.test(code) || (mayWrite && code === readOnlyTransaction)
    : socketFailure.test(code) || endedConnection.test(error.message);
  return isLost ? new DatabaseLostError(error) : error;
};
