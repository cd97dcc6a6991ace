import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { WrittenHead } from '../../platform/audit/written-heads.ts';
import type { Clock } from '../../platform/clock.ts';
import { createConnectionPool } from '../../platform/database/connection-pool.ts';
import type { ConnectionSettings } from '../../platform/database/connection-settings.ts';
import { productVersion } from '../../platform/product-version.ts';
import { createDerivedKeys } from '../../platform/secrets/derived-keys.ts';
import { postgresMajor } from '../embedded-database/postgres-binaries.ts';
import { errorCode } from '../../platform/error-code.ts';
import { writePrivateFile } from '../private-file.ts';
import { BackupError } from './backup-error.ts';
import { fileListName, headsName, manifestName, masterKeyName, parts, type BackupManifest } from './backup-manifest.ts';
import { startBaseBackup, type EndedBaseBackup } from './base-backup.ts';
import { clusterEntries, controlFile } from './cluster-entries.ts';
import { copyFile, type Copied } from './copy-file.ts';
import { createFileList, type FileList } from './file-list.ts';
import { createPace, type Pace } from './pace.ts';
import { storedContents } from './stored-contents.ts';
import { syncPath, syncTree } from './sync-tree.ts';

export interface BackupOptions {
  /** The directory to create the backup in; it must be missing or empty. */
  readonly target: string;
  readonly dataDirectory: string;
  /** The directory of the running cluster, and a superuser's connection to it. */
  readonly cluster: string;
  readonly owner: ConnectionSettings;
  /** The directory of the content store; undefined if the store is a bucket. */
  readonly contents: string | undefined;
  readonly masterKey: Buffer;
  readonly withMasterKey: boolean;
  /** Reads the heads of the audit chains. */
  readonly readHeads: () => Promise<readonly WrittenHead[]>;
  /** The maximum rate at which files are copied. */
  readonly bytesPerSecond: number;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** Subdirectories of the data directory that belong to a backup besides the database and the content store. */
const dataParts = ['identity', 'agent'] as const;

/** Where files of a backup are placed and listed, and at which pace. */
interface Placing {
  readonly target: string;
  readonly list: FileList;
  readonly pace: Pace;
}

/** Copies and lists a file; does nothing if the file is removed during the copy. */
const place = async ({ target, list, pace }: Placing, source: string, path: string): Promise<void> => {
  const copied = await copyFile(source, join(target, path), pace).catch(async (error: unknown) => {
    if (errorCode(error) !== 'ENOENT' || (await stat(source).catch(() => undefined))) throw error;
    return undefined;
  });
  if (copied) await list.add(path, copied);
};

/** Writes and lists a file with the given bytes. */
const placeBytes = async ({ target, list }: Placing, bytes: Buffer, path: string): Promise<void> => {
  await writeFile(join(target, path), bytes, { flag: 'wx', mode: 0o600 });
  const copied: Copied = { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
  await list.add(path, copied);
};

const placeCluster = async (placing: Placing, cluster: string): Promise<string[]> => {
  const directories: string[] = [];
  for await (const { path, isDirectory } of clusterEntries(cluster)) {
    const placed = `${parts.cluster}/${path}`;
    if (!isDirectory) await place(placing, join(cluster, path), placed);
    else {
      await mkdir(join(placing.target, placed), { mode: 0o700 });
      directories.push(path);
    }
  }
  return directories;
};

const pauseBetweenReadsMilliseconds = 20;

/** Reads a file that is overwritten in place, until two consecutive reads return the same bytes. */
const readSettled = async (path: string): Promise<Buffer> => {
  let previous = await readFile(path);
  for (;;) {
    await pause(pauseBetweenReadsMilliseconds);
    const bytes = await readFile(path);
    if (bytes.equals(previous)) return bytes;
    previous = bytes;
  }
};

const placeLog = async (placing: Placing, cluster: string, { label, segments }: EndedBaseBackup): Promise<void> => {
  for (const segment of segments) {
    const path = `${parts.cluster}/pg_wal/${segment}`;
    await placing.list.add(
      path,
      await copyFile(join(cluster, 'pg_wal', segment), join(placing.target, path), placing.pace),
    );
  }
  await placeBytes(placing, Buffer.from(label), `${parts.cluster}/backup_label`);
};

/** Copies the files of the content store that are not in the backup yet. */
const placeContents = async (placing: Placing, directory: string | undefined): Promise<void> => {
  if (directory === undefined) return;
  for await (const path of storedContents(directory)) {
    const placed = `${parts.contents}/${path}`;
    if (await stat(join(placing.target, placed)).catch(() => undefined)) continue;
    await mkdir(join(placing.target, dirname(placed)), { recursive: true, mode: 0o700 });
    await place(placing, join(directory, path), placed);
  }
};

/** Caches, logs, and files that are being written. */
const passing = /^compiled$|\.(log|new|part)$/;

const placeTree = async (placing: Placing, source: string, placed: string): Promise<void> => {
  const entries = await readdir(source, { withFileTypes: true }).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  });
  if (entries.length > 0) await mkdir(join(placing.target, placed), { recursive: true, mode: 0o700 });
  for (const entry of entries) {
    if (passing.test(entry.name)) continue;
    if (entry.isDirectory()) await placeTree(placing, join(source, entry.name), `${placed}/${entry.name}`);
    else if (entry.isFile()) await place(placing, join(source, entry.name), `${placed}/${entry.name}`);
  }
};

const headLines = (heads: readonly WrittenHead[]): Buffer =>
  Buffer.from(heads.map((head) => `${JSON.stringify(head)}\n`).join(''));

const fill = async (options: BackupOptions): Promise<BackupManifest> => {
  const { target, cluster, clock, masterKey, contents } = options;
  const started = clock.now().toISOString();
  const pool = createConnectionPool({
    connection: options.owner,
    name: 'cfs-backup',
    size: 1,
    statementTimeout: 0,
    acquireTimeout: 30_000,
    onIdleError: () => undefined,
  });
  await using list = await createFileList(join(target, fileListName));
  const placing: Placing = { target, list, pace: createPace(options.bytesPerSecond, options.signal) };
  try {
    for (const part of Object.values(parts)) await mkdir(join(target, part), { mode: 0o700 });
    // A first pass, so that little is left for the second one, after the point that the database is restored to.
    await placeContents(placing, contents);
    const database = await pool.use(undefined, async (connection) => {
      const backup = await startBaseBackup(connection);
      const directories = await placeCluster(placing, cluster);
      await placeBytes(placing, await readSettled(join(cluster, controlFile)), `${parts.cluster}/${controlFile}`);
      await placeBytes(placing, headLines(await options.readHeads()), headsName);
      const restoresTo = clock.now().toISOString();
      const ended = await backup.stop();
      await placeLog(placing, cluster, ended);
      return { major: postgresMajor, startLsn: backup.startLsn, stopLsn: ended.stopLsn, restoresTo, directories };
    });
    await placeContents(placing, contents);
    for (const part of dataParts) await placeTree(placing, join(options.dataDirectory, part), `${parts.files}/${part}`);
    if (options.withMasterKey)
      await placeBytes(placing, Buffer.from(`${masterKey.toString('base64')}\n`), masterKeyName);
    return {
      format: 1,
      product: productVersion,
      started,
      database,
      files: await list.complete(),
      hasContents: contents !== undefined,
      masterKeyId: createDerivedKeys(masterKey).keyId,
      hasMasterKey: options.withMasterKey,
    };
  } finally {
    await pool.close();
  }
};

/**
 * Creates the directory if it is missing; resolves with whether it was.
 *
 * @throws BackupError if it is not empty or not a directory.
 */
const makeTarget = async (target: string): Promise<boolean> => {
  const names = await readdir(target).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined;
    if (errorCode(error) === 'ENOTDIR') throw new BackupError(`${target} is not a directory.`);
    throw error;
  });
  if (names === undefined) {
    await mkdir(target, { recursive: true, mode: 0o700 });
    return true;
  }
  if (names.includes(fileListName) && !names.includes(manifestName))
    throw new BackupError(`${target} contains a backup that was interrupted. Remove it first.`);
  if (names.length > 0) throw new BackupError(`${target} is not empty.`);
  return false;
};

const clear = async (target: string, isOwn: boolean): Promise<void> => {
  if (isOwn) return rm(target, { recursive: true, force: true });
  for (const name of await readdir(target)) await rm(join(target, name), { recursive: true, force: true });
};

/**
 * Creates a backup of a first-run server's database, content store and data directory while the server runs. The
 * backup contains every transaction that was committed when the copy of the database ended. The manifest is written
 * last, so that an interrupted backup is not mistaken for a complete one. A backup that fails is removed.
 *
 * @throws BackupError if the target is not empty, the database cannot be backed up, or the backup is interrupted.
 */
export const createBackup = async (options: BackupOptions): Promise<BackupManifest> => {
  const { target } = options;
  const isOwn = await makeTarget(target);
  try {
    const manifest = await fill(options);
    await syncTree(target);
    await writePrivateFile(join(target, manifestName), `${JSON.stringify(manifest, undefined, 2)}\n`);
    await syncPath(target);
    return manifest;
  } catch (error) {
    await clear(target, isOwn);
    if (options.signal.aborted) throw new BackupError('The backup was interrupted and removed.', { cause: error });
    throw error;
  }
};
