import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { headsName } from '../first-run/backup/backup-manifest.ts';
import { restoreBackup } from '../first-run/backup/restore-backup.ts';
import { lockDirectory } from '../first-run/directory-lock.ts';
import { startEmbeddedDatabase } from '../first-run/embedded-database/start-embedded-database.ts';
import { readConfiguration } from '../platform/configuration.ts';
import { readMigrationState } from '../platform/database/migrate.ts';
import { CommandError } from './command-error.ts';
import { openServices } from './open-services.ts';
import type { InstallationCommand } from './read-command.ts';
import { verify } from './verify.ts';

type RestoreCommand = Extract<InstallationCommand, { readonly verb: 'restore' }>;
type Environment = Readonly<Record<string, string | undefined>>;

/** Limit of the recovery, in which PostgreSQL replays the log of the backup's whole interval. */
const recoveryLimitMilliseconds = 6 * 3_600_000;

/**
 * Verifies the restored database against the heads of the backup; a database of an older version must be migrated by a
 * server first.
 */
const verifyRestored = async (environment: Environment, backup: string): Promise<readonly string[]> => {
  const opened = await openServices(environment);
  try {
    const { missing, faults } = await readMigrationState(opened);
    if (faults.length > 0 || missing.length === 0) return await verify(opened, join(backup, headsName));
    return [
      `migrations: ${missing.length} of this version are not applied. Start the server, which applies them, then run ` +
        `verify --heads ${join(backup, headsName)}`,
    ];
  } finally {
    await opened.close();
  }
};

/**
 * Restores a backup into DATA_DIR, lets the database recover, and verifies everything. Returns the lines to print.
 *
 * @throws CommandError if DATABASE_URL is set, or if what was restored is not intact: it is kept, so that it can be
 * inspected.
 */
export const runRestore = async (
  environment: Environment,
  { directory, masterKeyFile, bytesPerSecond }: RestoreCommand,
  signal: AbortSignal,
): Promise<readonly string[]> => {
  const { dataDirectory, database, contentStore, masterKey } = readConfiguration(environment);
  if (database !== undefined)
    throw new CommandError('Unset DATABASE_URL: a backup of a first-run server is restored into DATA_DIR.');
  const backup = resolve(directory);
  await mkdir(dataDirectory, { recursive: true });
  const lock = await lockDirectory(dataDirectory);
  try {
    const manifest = await restoreBackup({
      backup,
      dataDirectory,
      contents: contentStore.kind === 'directory' ? contentStore.path : undefined,
      masterKey,
      masterKeyFile,
      bytesPerSecond,
      signal,
    });
    const database = await startEmbeddedDatabase({
      dataDirectory,
      log: { info: () => undefined, warn: () => undefined },
      startLimit: recoveryLimitMilliseconds,
    });
    const { files, database: restored } = manifest;
    const placed = [
      `${dataDirectory}: ${files.count} files with ${files.bytes} bytes`,
      `database: what was committed by ${restored.restoresTo}`,
    ];
    try {
      return [...placed, ...(await verifyRestored(environment, backup))];
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      throw new CommandError(`${error.message} The restored data stays in ${dataDirectory}.`, [
        ...placed,
        ...error.output,
      ]);
    } finally {
      await database.stop();
    }
  } finally {
    await lock.release();
  }
};
