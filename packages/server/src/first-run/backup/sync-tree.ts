import { open, opendir } from 'node:fs/promises';
import { join } from 'node:path';

/** The number of concurrent syncs, which the file system can write together. */
const atOnce = 16;

/** Makes the entries of a directory or the bytes of a file durable. */
export const syncPath = async (path: string): Promise<void> => {
  const opened = await open(path, 'r');
  try {
    await opened.sync();
  } finally {
    await opened.close();
  }
};

/** Every directory and file of a tree, the contents of a directory before the directory. */
const pathsOf = async function* (directory: string): AsyncGenerator<string> {
  for await (const entry of await opendir(directory)) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) yield* pathsOf(path);
    else if (entry.isFile()) yield path;
  }
  yield directory;
};

/** Makes all files of a tree and their names durable. */
export const syncTree = async (root: string): Promise<void> => {
  const paths = pathsOf(root);
  const work = async (): Promise<void> => {
    for (let next = await paths.next(); !next.done; next = await paths.next()) await syncPath(next.value);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
};
