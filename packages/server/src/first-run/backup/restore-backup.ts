import { chown, mkdir, readdir, readFile, rename, rm, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { productVersion } from '../../platform/product-version.ts';
import { createDerivedKeys } from '../../platform/secrets/derived-keys.ts';
import { postgresMajor } from '../embedded-database/postgres-binaries.ts';
import { prepareWorkplace, type Workplace } from '../embedded-database/workplace.ts';
import { errorCode } from '../../platform/error-code.ts';
import { writePrivateFile } from '../private-file.ts';
import { BackupError } from './backup-error.ts';
import { fileListName, masterKeyName, parts, readManifest, type BackupManifest } from './backup-manifest.ts';
import { copyFile } from './copy-file.ts';
import { readFileList } from './file-list.ts';
import { createPace, type Pace } from './pace.ts';
import { syncTree } from './sync-tree.ts';

export interface RestoreOptions {
  /** The directory of the backup. */
  readonly backup: string;
  /** The directory to restore into, missing or empty apart from its lock, which the caller holds. */
  readonly dataDirectory: string;
  /** The directory of the content store, missing or empty; undefined if the store is a bucket. */
  readonly contents: string | undefined;
  /** The configured master key. If undefined, that of `masterKeyFile` or the backup is stored in the data directory. */
  readonly masterKey: Buffer | undefined;
  readonly masterKeyFile: string | undefined;
  readonly bytesPerSecond: number;
  readonly signal: AbortSignal;
}

/** The suffix of the directory of an incomplete cluster; the next start removes one left by an interrupted restore. */
const draftSuffix = '.new';
const lockDirectory = 'lock';
const keyBytes = 32;

const namesIn = async (directory: string): Promise<string[]> =>
  readdir(directory).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  });

const expectEmpty = async (directory: string): Promise<void> => {
  const [first] = (await namesIn(directory)).filter((name) => name !== lockDirectory);
  if (first !== undefined)
    throw new BackupError(`${directory} is not empty (it has "${first}"). Restore into an empty DATA_DIR.`);
};

const expectVersion = ({ database, product }: BackupManifest): void => {
  if (database.major !== postgresMajor)
    throw new BackupError(
      `The backup is of PostgreSQL ${database.major}, but this version includes PostgreSQL ${postgresMajor}. ` +
        `Restore it with version ${product}.`,
    );
  const [theirs, ours] = [product, productVersion].map((version) => version.split('.').map(Number));
  const difference = theirs?.map((number, at) => number - (ours?.[at] ?? 0)).find((each) => each !== 0) ?? 0;
  if (difference > 0)
    throw new BackupError(`The backup is of version ${product}, newer than this one, ${productVersion}. Update first.`);
};

const readKeyFile = async (path: string): Promise<Buffer> => {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new BackupError(`${path} cannot be read.`);
  });
  const trimmed = text.trim();
  const key = Buffer.from(trimmed, /^[0-9a-f]{64}$/i.test(trimmed) ? 'hex' : 'base64');
  if (key.length !== keyBytes) throw new BackupError(`${path} does not contain a master key of ${keyBytes} bytes.`);
  return key;
};

/** The configured key, or that of the key file, or that of the backup; throws if it is not the key of the backup. */
const masterKeyFor = async (manifest: BackupManifest, options: RestoreOptions): Promise<Buffer> => {
  const file = options.masterKeyFile ?? (manifest.hasMasterKey ? join(options.backup, masterKeyName) : undefined);
  if (options.masterKey === undefined && file === undefined)
    throw new BackupError(
      'The backup does not include the master key. Give it with --master-key <file>, or set MASTER_KEY or MASTER_KEY_FILE.',
    );
  const key = options.masterKey ?? (await readKeyFile(file ?? ''));
  const { keyId } = createDerivedKeys(key);
  if (keyId !== manifest.masterKeyId)
    throw new BackupError(
      `The backup belongs to the master key ${manifest.masterKeyId}, but the given one is ${keyId}.`,
    );
  return key;
};

const expectRoom = async (directory: string, bytes: number): Promise<void> => {
  const { bavail, bsize } = await statfs(directory);
  if (bavail * bsize < bytes)
    throw new BackupError(
      `The backup has ${bytes} bytes, and the disk of ${directory} has room for ${bavail * bsize}.`,
    );
};

/** The path that a file of a backup is restored to; undefined if it is not restored. */
const placeOf = (draft: string, { dataDirectory, contents }: RestoreOptions, path: string): string | undefined => {
  const [part, ...rest] = path.split('/');
  const below = rest.join('/');
  if (part === parts.cluster) return join(draft, below);
  if (part === parts.files) return join(dataDirectory, below);
  if (part === parts.contents && contents !== undefined) return join(contents, below);
  return undefined;
};

const giveTo = async ({ user: { uid, gid } }: Workplace, path: string): Promise<void> => {
  if (uid !== undefined && gid !== undefined) await chown(path, uid, gid);
};

const makeClusterDirectories = async (
  workplace: Workplace,
  draft: string,
  directories: readonly string[],
): Promise<void> => {
  await mkdir(draft, { mode: 0o700 });
  await giveTo(workplace, draft);
  for (const directory of directories) {
    await mkdir(join(draft, directory), { mode: 0o700 });
    await giveTo(workplace, join(draft, directory));
  }
};

const placeFiles = async (options: RestoreOptions, workplace: Workplace, draft: string, pace: Pace): Promise<void> => {
  const { backup } = options;
  for await (const { path, sha256 } of readFileList(join(backup, fileListName))) {
    const place = placeOf(draft, options, path);
    if (place === undefined) continue;
    const isOfCluster = place.startsWith(`${draft}/`);
    if (!isOfCluster) await mkdir(dirname(place), { recursive: true, mode: 0o700 });
    const copied = await copyFile(join(backup, path), place, pace).catch((error: unknown) => {
      if (errorCode(error) === 'ENOENT') throw new BackupError(`The file ${path} of the backup is missing.`);
      throw error;
    });
    if (copied.sha256 !== sha256)
      throw new BackupError(`The file ${path} of the backup was changed: its SHA-256 differs from that in the list.`);
    if (isOfCluster) await giveTo(workplace, place);
  }
};

/** Removes everything that a failed restore has written. */
const clear = async ({ dataDirectory, contents }: RestoreOptions, draft: string | undefined): Promise<void> => {
  if (draft !== undefined) await rm(draft, { recursive: true, force: true });
  for (const directory of [dataDirectory, ...(contents === undefined ? [] : [contents])])
    for (const name of await namesIn(directory))
      if (name !== lockDirectory) await rm(join(directory, name), { recursive: true, force: true });
};

/**
 * Restores a backup into an empty data directory and verifies the checksum of every file; the database recovers at its
 * next start. If a file is missing or was changed, everything written so far is removed.
 *
 * @throws BackupError if the backup is incomplete, was changed or is of another version, if the directory is not empty
 * or its disk is too small, if the master key is missing or wrong, or if the restore is interrupted.
 */
export const restoreBackup = async (options: RestoreOptions): Promise<BackupManifest> => {
  const { backup, dataDirectory, contents } = options;
  const manifest = await readManifest(backup);
  expectVersion(manifest);
  await expectEmpty(dataDirectory);
  if (contents !== undefined) await expectEmpty(contents);
  if (contents === undefined && manifest.hasContents)
    throw new BackupError('The backup contains bundles, but CONTENT_STORE names a bucket. Restore with a directory.');
  const masterKey = await masterKeyFor(manifest, options);
  await mkdir(dataDirectory, { recursive: true });
  await expectRoom(dataDirectory, manifest.files.bytes);
  let draft: string | undefined;
  try {
    const workplace = await prepareWorkplace(dataDirectory);
    draft = `${workplace.cluster}${draftSuffix}`;
    await makeClusterDirectories(workplace, draft, manifest.database.directories);
    await placeFiles(options, workplace, draft, createPace(options.bytesPerSecond, options.signal));
    if (options.masterKey === undefined)
      await writePrivateFile(join(dataDirectory, masterKeyName), `${masterKey.toString('base64')}\n`);
    await syncTree(draft);
    // Last, so that the final directory only ever holds a complete cluster.
    await rename(draft, workplace.cluster);
    return manifest;
  } catch (error) {
    await clear(options, draft);
    if (options.signal.aborted) throw new BackupError('The restore was interrupted and removed.', { cause: error });
    throw error;
  }
};
