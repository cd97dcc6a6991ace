import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Makes a directory's entries survive a power cut; Windows cannot open directories and does so by itself. */
export const syncDirectory = async (directory: string): Promise<void> => {
  if (process.platform === 'win32') return;
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/** Writes a whole file so that, whatever happens, the old or the new content is there; `mode` as for chmod. */
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
