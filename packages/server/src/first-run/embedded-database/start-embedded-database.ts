import { join } from 'node:path';
import { lockDirectory } from '../directory-lock.ts';
import type { StartUpError } from '../../platform/start-up-error.ts';
import { explainFileFailure } from '../file-failure.ts';
import { databaseName, ensureCluster, superuserName } from './cluster.ts';
import { defaultSettings, type DatabaseSettings } from './database-settings.ts';
import { stopOrphan } from './orphan.ts';
import { supervisePostmaster } from './supervise-postmaster.ts';
import { startPostmaster, type Postmaster } from './postmaster.ts';
import { createSocketDirectory, removeSocketDirectory } from './socket-directory.ts';
import { prepareWorkplace } from './workplace.ts';

/** The log of the embedded database. */
export interface StartLog {
  info(message: string): void;
  warn(message: string): void;
}

/** The connection settings of the database: `host` is the directory of its Unix socket, `user` its superuser. */
export interface EmbeddedConnection {
  host: string;
  port: number;
  user: string;
  database: string;
}

export interface EmbeddedDatabase {
  connection: EmbeddedConnection;
  /** Resolves when PostgreSQL has ended for good: with undefined if stopped, with the error after too many failures. */
  ended: Promise<StartUpError | undefined>;
  /** Stops PostgreSQL and its connections, then releases the directory; within 10 s. */
  stop(): Promise<void>;
}

interface Options {
  /** Created if missing. PostgreSQL's own data are in its subdirectory `postgresql`, its log is `postgresql.log`. */
  dataDirectory: string;
  log: StartLog;
  /** Settings that override the defaults, such as `{ fsync: 'off' }` for the database of a test. */
  settings?: DatabaseSettings;
  /** How long PostgreSQL may take to start, in milliseconds; two minutes by default. */
  startLimit?: number;
}

/** Part of the socket's name; there is no TCP listener. */
export const embeddedPort = 5432;

/**
 * Starts the PostgreSQL of the first run on `dataDirectory`. It creates the cluster if there is none, and stops a
 * PostgreSQL that a killed server left running there. If PostgreSQL ends unexpectedly, it is restarted. It listens only
 * on a private Unix socket, never on a port.
 *
 * @throws StartUpError if another server holds the directory, the disk is full, the directory is not writable, or its
 * data belong to another major version of PostgreSQL.
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
          port: String(embeddedPort),
          unix_socket_directories: directory,
          unix_socket_permissions: '0700',
        },
      });
    const postmaster = supervisePostmaster({ postmaster: await startIt(), restart: startIt, log });
    return {
      connection: { host: directory, port: embeddedPort, user: superuserName, database: databaseName },
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
