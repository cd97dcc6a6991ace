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

/** What a server needs and its configuration does not name: all of it beside the data, ready to use. */
export interface FirstRun {
  /** The port to listen on: the configured one, or a free one where that is 0, since sign-in names it beforehand. */
  port: number;
  /** The database, as its owner. */
  owner: ConnectionSettings;
  masterKey: Buffer;
  /** The embedded identity provider; undefined with a configured authority. */
  identity: FirstRunIdentity | undefined;
  /** Settles when the embedded database was given up, with why; never without one. */
  databaseLost: Promise<StartUpError>;
  /** Stops the embedded database and gives the data directory free; the last thing that a server does. */
  stop(): Promise<void>;
}

interface Options {
  configuration: Configuration;
  log: Logger;
  /** Writes a line to the console, whatever the log level. */
  print: (line: string) => void;
}

/** A server that was asked to stop has usually ended by then; the next one need not wait for it. */
const STOPPING_MS = 4_000;

/**
 * Takes the data directory, starts the database and makes the identity provider and the master key, each of them only
 * where the configuration names none.
 *
 * @throws StartUpError in one line when the directory is in use, full, closed, of another version or without its key.
 */
export async function prepareFirstRun({ configuration, log, print }: Options): Promise<FirstRun> {
  const { dataDirectory, authority, host } = configuration;
  const undo: (() => Promise<void>)[] = [];
  const stop = async (): Promise<void> => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    await mkdir(dataDirectory, { recursive: true });
    const lock = await lockDirectory(dataDirectory, STOPPING_MS);
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

/** Whether an embedded database has been made for this directory, here or in an open location. */
async function holdsDatabase(dataDirectory: string): Promise<boolean> {
  for (const name of ['postgresql', 'postgresql.location']) {
    if (await stat(join(dataDirectory, name)).catch(() => undefined)) return true;
  }
  return false;
}
