import { findOwnPostgres, startOwnPostgres, type OwnPostgres } from '@cfs/server/testing/own-postgres';
import { startEmbeddedDatabase } from '@cfs/server/first-run/embedded-database/start-embedded-database';
import { makeDataDirectory } from './data-directory.ts';

/** An empty PostgreSQL cluster. */
export interface EmptyDatabase extends AsyncDisposable {
  /** The value of DATABASE_URL. */
  readonly address: string;
}

/** The installed PostgreSQL; `undefined` if none is recent enough. */
export const installedPostgres = await findOwnPostgres();

const addressOf = ({ user, port, database, host }: { user: string; port: number; database: string; host: string }) =>
  `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;

/** Starts the installed PostgreSQL, or the embedded one. */
export const startEmptyDatabase = async (installed?: OwnPostgres): Promise<EmptyDatabase> => {
  if (installed) {
    const cluster = await startOwnPostgres(installed);
    return { address: addressOf(cluster.connection), [Symbol.asyncDispose]: () => cluster.stop() };
  }
  const directory = await makeDataDirectory('cfs-e2e-database-');
  const log = { info: () => undefined, warn: () => undefined };
  const database = await startEmbeddedDatabase({ dataDirectory: directory.path, log, settings: { fsync: 'off' } });
  return {
    address: addressOf(database.connection),
    async [Symbol.asyncDispose]() {
      await database.stop();
      await directory[Symbol.asyncDispose]();
    },
  };
};
