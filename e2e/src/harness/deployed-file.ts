import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectDirectory } from './project.ts';

/** A replacement in a file of `deploy/`: a text or pattern, and its substitute. */
export type Replacement = readonly [from: string | RegExp, to: string];

/**
 * Reads a configuration file of `deploy/` and replaces paths, ports or addresses.
 *
 * @throws Error if a replacement does not match anything, so that the test notices changes of the file.
 */
export const deployedFile = async (path: string, replacements: readonly Replacement[]): Promise<string> => {
  let text = await readFile(join(projectDirectory, 'deploy', path), 'utf8');
  for (const [from, to] of replacements) {
    if (typeof from === 'string' ? !text.includes(from) : text.search(from) === -1)
      throw new Error(`deploy/${path} has nothing like ${String(from)}.`);
    text = typeof from === 'string' ? text.replaceAll(from, to) : text.replace(from, to);
  }
  return text;
};
