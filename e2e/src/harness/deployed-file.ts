import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectDirectory } from './project.ts';

/** What a test changes in a file of `deploy/`: a text or pattern, and what takes its place. */
export type Replacement = readonly [from: string | RegExp, to: string];

/**
 * A configuration file of `deploy/` with other places, ports or addresses.
 *
 * @throws Error for a replacement that the file gives no occasion for, so that the test follows the file.
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
