import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Flushes a directory's entries, so that they survive a power cut. A no-op on Windows, which cannot open directories
 * and flushes them itself.
 */
export const syncDirectory = async (directory: string): Promise<void> => {
  if (process.platform === 'win32') return;
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/** Replaces a file atomically: after a crash it has either the old or the new content. `mode` is as for chmod. */
export const writeDurably = async (path: string, content: string, mode = 0o600): Promise<void> => {
  const fresh = `${path}.new`;
  const handle = await open(fresh, 'w', mode);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(fresh, path);
  await syncDirectory(dirname(path));
};
