import { join } from 'node:path';
import { lockDirectory } from '../directory-lock.ts';
import type { StartUpError } from '../../platform/start-up-error.ts';
import { explainFileFailure } from '../file-failure.ts';
import { DATABASE, ensureCluster, SUPERUSER } from './cluster.ts';
import { defaultSettings, type DatabaseSettings } from './database-settings.ts';
import { stopOrphan } from './orphan.ts';
import { keepPostmaster } from './keep-postmaster.ts';
import { startPostmaster, type Postmaster } from './postmaster.ts';
import { createSocketDirectory, removeSocketDirectory } from './socket-directory.ts';
import { prepareWorkplace } from './workplace.ts';

/** What the embedded database tells the console. */
export interface StartLog {
  info(message: string): void;
  warn(message: string): void;
}

/** How to reach the database: `host` is the directory of its Unix socket. The user is its superuser. */
export interface EmbeddedConnection {
  host: string;
  port: number;
  user: string;
  database: string;
}

export interface EmbeddedDatabase {
  connection: EmbeddedConnection;
  /** Settles once PostgreSQL has ended for good: when stopped, or with why it could not be started again any more. */
  ended: Promise<StartUpError | undefined>;
  /** Ends every connection and PostgreSQL with them, then gives the directory free; within 10 s. */
  stop(): Promise<void>;
}

interface Options {
  /** Made when missing. PostgreSQL's own data lies in `postgresql` below it, its log in `postgresql.log`. */
  dataDirectory: string;
  log: StartLog;
  /** Settings that differ from the shipped ones, such as `{ fsync: 'off' }` for a database that a test throws away. */
  settings?: DatabaseSettings;
  /** How long PostgreSQL may take to start, in milliseconds; two minutes unless told otherwise. */
  startLimit?: number;
}

/** Names the socket; nothing listens on it. */
export const PORT = 5432;

/**
 * Starts the PostgreSQL of the first run on `dataDirectory`, making its cluster the first time and ending the
 * PostgreSQL that a killed server left there. One that ends unasked is started again. It listens on a private Unix
 * socket alone, never on a port.
 *
 * @throws StartUpError when another server holds the directory, the disk is full, the directory cannot be written,
 * or its data belong to another major version of PostgreSQL.
 */
export async function startEmbeddedDatabase({
  dataDirectory,
  log,
  settings = {},
  startLimit,
}: Options): Promise<EmbeddedDatabase> {
  const workplace = await prepareWorkplace(dataDirectory).catch((error: unknown) => {
    throw explainFileFailure(error, dataDirectory);
  });
  const lock = await lockDirectory(`${workplace.cluster}.lock`);
  let socketDirectory: string | undefined;
  try {
    if (await stopOrphan(workplace)) log.warn('Stopped the database that an earlier server had left running.');
    await ensureCluster(workplace, settings['fsync'] !== 'off');
    socketDirectory = await createSocketDirectory(workplace.user);
    const directory = socketDirectory;
    const startIt = (): Promise<Postmaster> =>
      startPostmaster({
        workplace,
        startLimit,
        logFile: join(dataDirectory, 'postgresql.log'),
        settings: {
          ...defaultSettings(),
          ...settings,
          listen_addresses: '',
          port: String(PORT),
          unix_socket_directories: directory,
          unix_socket_permissions: '0700',
        },
      });
    const postmaster = keepPostmaster({ postmaster: await startIt(), restart: startIt, log });
    return {
      connection: { host: directory, port: PORT, user: SUPERUSER, database: DATABASE },
      ended: postmaster.ended,
      async stop() {
        await postmaster.stop();
        await removeSocketDirectory(directory);
        await lock.release();
      },
    };
  } catch (error) {
    if (socketDirectory !== undefined) await removeSocketDirectory(socketDirectory);
    await lock.release();
    throw explainFileFailure(error, dataDirectory);
  }
}
