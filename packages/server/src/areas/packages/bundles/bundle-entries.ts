import type { Readable } from 'node:stream';
import { bundleLimits, foldedPath, manifestName, pathFault, signatureName } from '@cfs/contracts/package-manifest';
import { openPromise, type Entry, type ZipFile } from 'yauzl';
import { Problem } from '../../../platform/problems.ts';
import { bundleFault } from './bundle-fault.ts';

/** The files of a zip whose directory has been checked; directories are omitted. */
export interface BundleEntries extends AsyncDisposable {
  readonly entries: ReadonlyMap<string, Entry>;
  /** Decompresses a file while it is read. The stream fails if the size differs from the one in the zip directory. */
  open(entry: Entry): Promise<Readable>;
}

const fileTypeMask = 0o170000;
const regularFile = 0o100000;
const directoryFile = 0o040000;
const reparsePoint = 0x400;
const stored = 0;
const deflated = 8;

/**
 * Whether an entry is a regular file or a directory: links, devices and pipes are not accepted, whatever system wrote
 * the zip.
 */
const isPlain = ({ externalFileAttributes }: Entry): boolean => {
  const type = (externalFileAttributes >>> 16) & fileTypeMask;
  return [0, regularFile, directoryFile].includes(type) && (externalFileAttributes & reparsePoint) === 0;
};

const entryFault = (entry: Entry): string | undefined => {
  const isDirectory = entry.fileName.endsWith('/');
  const fault = pathFault(isDirectory ? entry.fileName.slice(0, -1) : entry.fileName);
  if (fault !== undefined) return `has an invalid path: it ${fault}`;
  if (!isPlain(entry)) return 'is a link or special file';
  if (entry.isEncrypted()) return 'is encrypted';
  if (![stored, deflated].includes(entry.compressionMethod)) return 'is compressed by a method other than deflate';
  return isDirectory && entry.uncompressedSize > 0 ? 'is a directory with content' : undefined;
};

/** The ancestor directories of a path, in case-folded form. */
const directoriesAbove = (folded: string): string[] =>
  folded.split('/').flatMap((_part, index, parts) => (index === 0 ? [] : [parts.slice(0, index).join('/')]));

/**
 * Detects names that collide on a file system that ignores case: equal names, or a file and a directory of the same
 * name.
 */
class TakenNames {
  private readonly files = new Set<string>();
  private readonly directories = new Set<string>();

  take(entry: Entry): boolean {
    const isDirectory = entry.fileName.endsWith('/');
    const name = foldedPath(isDirectory ? entry.fileName.slice(0, -1) : entry.fileName);
    const above = directoriesAbove(name);
    if (this.files.has(name) || above.some((directory) => this.files.has(directory))) return false;
    if (!isDirectory && this.directories.has(name)) return false;
    for (const directory of isDirectory ? [...above, name] : above) this.directories.add(directory);
    if (!isDirectory) this.files.add(name);
    return true;
  }
}

const shown = (name: string): string => (name.length > 100 ? `${name.slice(0, 100)}…` : name);

const readEntries = async (zip: ZipFile): Promise<Map<string, Entry>> => {
  if (zip.entryCount > bundleLimits.files + 2)
    throw bundleFault(`The bundle has more than ${bundleLimits.files} files.`);
  const entries = new Map<string, Entry>();
  const names = new TakenNames();
  let unpackedBytes = 0;
  for await (const entry of zip.eachEntry()) {
    const fault = entryFault(entry);
    if (fault !== undefined) throw bundleFault(`The file ${shown(entry.fileName)} ${fault}.`);
    if (!names.take(entry))
      throw bundleFault(
        `The file ${shown(entry.fileName)} has the same name as another one if upper and lower case are ignored.`,
      );
    unpackedBytes += entry.uncompressedSize;
    if (unpackedBytes > bundleLimits.unpackedBytes)
      throw bundleFault(
        `The files of the bundle have more than ${bundleLimits.unpackedBytes / 1024 ** 2} MiB in total.`,
      );
    if (!entry.fileName.endsWith('/')) entries.set(entry.fileName, entry);
  }
  for (const name of [manifestName, signatureName])
    if (!entries.has(name)) throw bundleFault(`The bundle has no ${name}.`);
  return entries;
};

/** Converts an error of the zip reader into a 400 about the bundle; returns system errors and problems unchanged. */
export const asBundleFault = (error: unknown): unknown => {
  if (error instanceof Problem || !(error instanceof Error) || 'syscall' in error) return error;
  return bundleFault(`The file is not a complete zip file: ${error.message.replace(/\.+$/, '')}.`);
};

/**
 * Opens a zip and checks its directory: paths, kinds of entries, collisions, number and sizes.
 *
 * @throws 400 that names the first error.
 */
export const openBundle = async (path: string): Promise<BundleEntries> => {
  let zip: ZipFile;
  try {
    zip = await openPromise(path, { autoClose: false, strictFileNames: true });
  } catch (error) {
    throw asBundleFault(error);
  }
  const close = async (): Promise<void> => zip.close();
  try {
    return {
      entries: await readEntries(zip),
      open: (entry) => zip.openReadStreamPromise(entry),
      [Symbol.asyncDispose]: close,
    };
  } catch (error) {
    await close();
    throw asBundleFault(error);
  }
};
