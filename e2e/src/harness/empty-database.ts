import { findOwnPostgres, startOwnPostgres, type OwnPostgres } from '@cfs/server/testing/own-postgres';
import { startEmbeddedDatabase } from '@cfs/server/first-run/embedded-database/start-embedded-database';
import { makeDataDirectory } from './data-directory.ts';

/** A PostgreSQL beside the product, with nothing in it. */
export interface EmptyDatabase extends AsyncDisposable {
  /** As DATABASE_URL takes it. */
  readonly address: string;
}

/** A PostgreSQL that is installed on this machine; `undefined` where there is none that is new enough. */
export const installedPostgres = await findOwnPostgres();

const addressOf = ({ user, port, database, host }: { user: string; port: number; database: string; host: string }) =>
  `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;

/** Starts the installed PostgreSQL, or the one that the product brings. */
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
