import { StartUpError } from '../../platform/start-up-error.ts';
import { isLocked } from '../directory-lock.ts';
import { databaseName, superuserName } from './cluster.ts';
import { readPostmasterFile } from './postmaster-file.ts';
import { embeddedPort, type EmbeddedConnection } from './start-embedded-database.ts';
import { clusterOf } from './workplace.ts';

/**
 * Resolves with the connection settings of the embedded database while a first-run server runs on `dataDirectory`.
 *
 * @throws StartUpError if no server runs there.
 */
export async function runningDatabase(dataDirectory: string): Promise<EmbeddedConnection> {
  const postmaster = await readPostmasterFile(await clusterOf(dataDirectory));
  if (postmaster?.ready !== true || !(await isLocked(dataDirectory))) {
    throw new StartUpError(
      `No first-run server is running on ${dataDirectory}. Start one with npm start, or set DATA_DIR, DATABASE_URL or the CONFIG_FILE of your server.`,
    );
  }
  return { host: postmaster.socketDirectory, port: embeddedPort, user: superuserName, database: databaseName };
}
