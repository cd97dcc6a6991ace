import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { BackupError } from './backup-error.ts';
import type { Copied } from './copy-file.ts';

/** A file of a backup, by its path relative to the backup. */
export interface ListedFile {
  readonly path: string;
  readonly sha256: string;
}

/** The files of a backup with their checksums, in the format that `sha256sum --check` reads. */
export interface FileList extends AsyncDisposable {
  add(path: string, copied: Copied): Promise<void>;
  /** Resolves with the totals of the list; nothing may be added afterwards. */
  complete(): Promise<FileListSum>;
}

export interface FileListSum {
  readonly count: number;
  /** The total size of the files. */
  readonly bytes: number;
  /** The checksum of the list itself. */
  readonly sha256: string;
}

const pattern = /^([0-9a-f]{64}) {2}([^\\]+)$/;

export const createFileList = async (path: string): Promise<FileList> => {
  const file = await open(path, 'wx', 0o600);
  const hash = createHash('sha256');
  let [count, bytes] = [0, 0];
  return {
    async add(name, copied) {
      const line = `${copied.sha256}  ${name}\n`;
      hash.update(line);
      await file.writeFile(line);
      count += 1;
      bytes += copied.bytes;
    },
    async complete() {
      return { count, bytes, sha256: hash.digest('hex') };
    },
    [Symbol.asyncDispose]: () => file.close(),
  };
};

/** Whether the path stays within the directory that it is joined to. */
const isBelow = (path: string): boolean =>
  !path.startsWith('/') && path.split('/').every((part) => part !== '' && part !== '.' && part !== '..');

/**
 * Yields the files of a list in its order.
 *
 * @throws BackupError for a line that is malformed or whose path is not below the backup.
 */
export const readFileList = async function* (path: string): AsyncGenerator<ListedFile> {
  for await (const line of createInterface({ input: createReadStream(path, 'utf8') })) {
    const [, sha256, name] = pattern.exec(line) ?? [];
    if (sha256 === undefined || name === undefined || !isBelow(name))
      throw new BackupError(`${path} has a line that does not name a file of the backup.`);
    yield { path: name, sha256 };
  }
};
