import { open, readFile, rename } from 'node:fs/promises';
import { errorCode } from '../platform/error-code.ts';

/** Resolves with the parsed JSON of a file, or undefined if the file does not exist. */
export async function readPrivateJson<T>(path: string): Promise<T | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as T;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Atomically replaces a file that only this user may read: even after a crash, it has the old or the new content. */
export async function writePrivateFile(path: string, content: string): Promise<void> {
  const draft = `${path}.new`;
  const file = await open(draft, 'w', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
}
