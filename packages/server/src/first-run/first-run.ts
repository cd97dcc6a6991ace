import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Configuration } from '../platform/configuration.ts';
import type { ConnectionSettings } from '../platform/database/connection-settings.ts';
import { listening } from '../platform/listening.ts';
import type { StartUpError } from '../platform/start-up-error.ts';
import { lockDirectory } from './directory-lock.ts';
import { startEmbeddedDatabase, type EmbeddedDatabase } from './embedded-database/start-embedded-database.ts';
import { explainFileFailure } from './file-failure.ts';
import { firstRunIdentity, type FirstRunIdentity } from './first-run-identity.ts';
import { freePort } from './free-port.ts';
import { firstRunMasterKey } from './master-key.ts';

/** What a server needs to start: as its configuration names it, or provided from the data directory. */
export interface FirstRun {
  /** The port to listen on: the configured one, or a free one if that is 0, since sign-in addresses contain it. */
  port: number;
  /** The connection to the database as its owner. */
  owner: ConnectionSettings;
  masterKey: Buffer;
  /** The embedded identity provider; undefined if an authority is configured. */
  identity: FirstRunIdentity | undefined;
  /** Resolves with the error if the embedded database fails too often; never settles after a stop or without one. */
  databaseLost: Promise<StartUpError>;
  /** Stops the embedded database and releases the data directory; the last step of a shutdown. */
  stop(): Promise<void>;
}

interface Options {
  configuration: Configuration;
  log: Logger;
  /** Writes a line to the console, whatever the log level. */
  print: (line: string) => void;
}

/** How long to wait for the data directory: a server that was asked to stop has usually ended by then. */
const stopMilliseconds = 4_000;

/**
 * Locks the data directory, then starts the database and creates the identity provider and the master key, each of the
 * three only if the configuration names none.
 *
 * @throws StartUpError of one line if the directory is in use, full, not writable, of another version or has lost its
 * key.
 */
export async function prepareFirstRun({ configuration, log, print }: Options): Promise<FirstRun> {
  const { dataDirectory, authority, host } = configuration;
  const undo: (() => Promise<void>)[] = [];
  const stop = async (): Promise<void> => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    await mkdir(dataDirectory, { recursive: true });
    const lock = await lockDirectory(dataDirectory, stopMilliseconds);
    undo.push(() => lock.release());
    const masterKey =
      configuration.masterKey ?? (await firstRunMasterKey(dataDirectory, await holdsDatabase(dataDirectory)));
    const port =
      configuration.port === 0
        ? await listening({ port: 0, portSetting: 'PORT', hostSetting: 'HOST' }, freePort(host))
        : configuration.port;
    const identity = authority === undefined ? await firstRunIdentity({ configuration, port, log, print }) : undefined;
    let owner = configuration.database;
    let database: EmbeddedDatabase | undefined;
    if (owner === undefined) {
      if (!(await holdsDatabase(dataDirectory))) print('Preparing the database…');
      database = await startEmbeddedDatabase({ dataDirectory, log });
      undo.push(() => database?.stop() ?? Promise.resolve());
      owner = database.connection;
    }
    return {
      port,
      masterKey,
      identity,
      owner,
      databaseLost: lossOf(database),
      stop,
    };
  } catch (error) {
    await stop();
    throw explainFileFailure(error, dataDirectory);
  }
}

const lossOf = (database: EmbeddedDatabase | undefined): Promise<StartUpError> =>
  new Promise((resolve) => {
    void database?.ended.then((loss) => loss && resolve(loss));
  });

/** Whether an embedded database exists for this directory, in it or at the place that `postgresql.location` names. */
async function holdsDatabase(dataDirectory: string): Promise<boolean> {
  for (const name of ['postgresql', 'postgresql.location']) {
    if (await stat(join(dataDirectory, name)).catch(() => undefined)) return true;
  }
  return false;
}
