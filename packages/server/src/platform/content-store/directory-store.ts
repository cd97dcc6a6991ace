import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { errorCode } from '../error-code.ts';
import { ContentStoreError, pathOf, type ContentKey, type ContentStore } from './content-store.ts';

const failed = (verb: string, error: unknown): ContentStoreError =>
  new ContentStoreError(
    errorCode(error) === 'ENOSPC' ? 'The disk of the content store is full.' : `The content store cannot be ${verb}.`,
    { cause: error },
  );

/** Makes a rename durable. */
const syncDirectory = async (path: string): Promise<void> => {
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
};

/**
 * A content store in a directory that all web processes must share. Bytes are written to a temporary file in the same
 * directory, synced and renamed, so that a reader never sees a partial file.
 */
export const createDirectoryStore = (root: string): ContentStore => {
  const placeOf = (key: ContentKey): string => join(root, pathOf(key));

  return {
    async put({ open: openContent, ...key }) {
      const place = placeOf(key);
      const temporary = `${place}.${randomUUID()}.part`;
      try {
        await mkdir(dirname(place), { recursive: true, mode: 0o700 });
        await pipeline(openContent(), createWriteStream(temporary, { flags: 'wx', mode: 0o600, flush: true }));
        await rename(temporary, place);
        await syncDirectory(dirname(place));
      } catch (error) {
        await rm(temporary, { force: true }).catch(() => undefined);
        throw failed('written', error);
      }
    },
    async read(key, range) {
      try {
        const file = await open(placeOf(key), 'r');
        return file.createReadStream(range ? { start: range.first, end: range.last } : {});
      } catch (error) {
        if (errorCode(error) === 'ENOENT') return undefined;
        throw failed('read', error);
      }
    },
    async remove(key) {
      try {
        await rm(placeOf(key), { force: true });
      } catch (error) {
        throw failed('written', error);
      }
    },
  };
};
