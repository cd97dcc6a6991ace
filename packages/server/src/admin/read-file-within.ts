import { readFile, stat } from 'node:fs/promises';
import { CommandError } from './command-error.ts';

const read = async (path: string, maxBytes: number): Promise<Buffer | undefined> => {
  const { size } = await stat(path);
  return size > maxBytes ? undefined : await readFile(path);
};

/**
 * Reads a file that a command names.
 *
 * @throws CommandError for a larger file, which is not read, and for one that cannot be read.
 */
export const readFileWithin = async (path: string, maxBytes: number): Promise<Buffer> => {
  const bytes = await read(path, maxBytes).catch(() => {
    throw new CommandError(`${path} cannot be read.`);
  });
  if (!bytes) throw new CommandError(`${path} has more than ${maxBytes} bytes.`);
  return bytes;
};
