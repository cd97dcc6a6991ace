import { open, readFile, rename } from 'node:fs/promises';
import { errorCode } from '../platform/error-code.ts';

/** The JSON that a file holds, or undefined when there is no such file. */
export async function readPrivateJson<T>(path: string): Promise<T | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as T;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Replaces a file that only this user may read, so that a reader, even after a crash, sees all or nothing. */
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
