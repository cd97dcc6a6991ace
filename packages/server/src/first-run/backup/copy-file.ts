import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { Pace } from './pace.ts';

const chunkBytes = 1024 ** 2;

/** A file of at least this size is synced as soon as it is copied, so that little is left to flush at the end. */
export const syncedAtOnceBytes = 1024 ** 2;

/** The result of copying a file. */
export interface Copied {
  readonly bytes: number;
  /** In hexadecimal. */
  readonly sha256: string;
}

/**
 * Copies a file at the given pace and in constant memory to a new file that its owner alone may read. If the source
 * grows during the copy, the bytes beyond its initial size are left out. Small files are synced later, by `syncTree`.
 */
export const copyFile = async (source: string, target: string, pace: Pace): Promise<Copied> => {
  await using input = await open(source, 'r');
  await using output = await open(target, 'wx', 0o600);
  const { size } = await input.stat();
  const hash = createHash('sha256');
  const buffer = Buffer.allocUnsafe(Math.min(chunkBytes, Math.max(size, 1)));
  let bytes = 0;
  while (bytes < size) {
    const { bytesRead } = await input.read(buffer, 0, Math.min(buffer.length, size - bytes), bytes);
    if (bytesRead === 0) break; // truncated during the copy
    const chunk = buffer.subarray(0, bytesRead);
    hash.update(chunk);
    await output.writeFile(chunk);
    bytes += bytesRead;
    await pace.take(bytesRead);
  }
  if (bytes >= syncedAtOnceBytes) await output.sync();
  return { bytes, sha256: hash.digest('hex') };
};
