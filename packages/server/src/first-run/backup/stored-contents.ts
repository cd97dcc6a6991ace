import { opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../../platform/error-code.ts';

const levels = [/^[0-9a-f-]{36}$/, /^[0-9a-f]{2}$/, /^[0-9a-f]{64}$/];

/** Yields the paths of the files of a directory store relative to its root, without unfinished uploads. */
export const storedContents = async function* (root: string, below = '', level = 0): AsyncGenerator<string> {
  const directory = await opendir(join(root, below)).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (!directory) return;
  for await (const entry of directory) {
    if (!levels[level]?.test(entry.name)) continue;
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isFile() && level === levels.length - 1) yield path;
    else if (entry.isDirectory()) yield* storedContents(root, path, level + 1);
  }
};
