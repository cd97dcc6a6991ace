import { chmod, mkdtemp, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeep } from './is-deep.ts';

/** Directory whose files are in memory, on Linux. */
const memory = '/dev/shm';
/** Bytes that must be free: several times the size of the cluster of a run, which keeps 128 MB of its log. */
const plenty = 4 * 1024 ** 3;

/** A deep run fills tables with a million rows, which may not fit into memory. */
const hasPlentyOfMemory = async (): Promise<boolean> => {
  if (isDeep) return false;
  try {
    const { bavail, bsize } = await statfs(memory);
    return bavail * bsize >= plenty && process.availableMemory() >= plenty;
  } catch {
    return false; // another system
  }
};

const makeIn = (folder: string): Promise<string> => mkdtemp(join(folder, 'cfs-test-'));

/**
 * Creates the directory of a cluster that exists only during a run: in memory if there is plenty, because a database
 * consists of seven hundred files, whose creation and removal on a disk is ten times the work. Any user may traverse
 * it.
 */
export const makeClusterDirectory = async (): Promise<string> => {
  const directory = (await hasPlentyOfMemory())
    ? await makeIn(memory).catch(() => makeIn(tmpdir()))
    : await makeIn(tmpdir());
  await chmod(directory, 0o711);
  return directory;
};
