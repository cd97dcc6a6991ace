import { chmod, mkdtemp, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Files there are memory, wherever Linux has it. */
const memory = '/dev/shm';
/** Several times what the cluster of a run comes to, which keeps 128 MB of its log. */
const plenty = 4 * 1024 ** 3;

/** A deep run fills tables with a million rows, which no promise of memory is made for. */
const isDeep = process.env['CFS_TEST_DEEP'] === '1';

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
 * Makes the directory of a cluster that lasts no longer than a run: in memory where there is plenty, since a database is
 * seven hundred files, which a disk makes and removes at ten times the work. Any user may pass through it.
 */
export const makeClusterDirectory = async (): Promise<string> => {
  const directory = (await hasPlentyOfMemory())
    ? await makeIn(memory).catch(() => makeIn(tmpdir()))
    : await makeIn(tmpdir());
  await chmod(directory, 0o711);
  return directory;
};
