import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../../platform/error-code.ts';

/** The contents of `postmaster.pid`, the lock file of a running PostgreSQL in its cluster. */
export interface PostmasterFile {
  pid: number;
  cluster: string;
  socketDirectory: string;
  ready: boolean;
}

/** Reads the file; resolves with undefined if it does not exist or has no valid process id and directory yet. */
export async function readPostmasterFile(cluster: string): Promise<PostmasterFile | undefined> {
  let text: string;
  try {
    text = await readFile(join(cluster, 'postmaster.pid'), 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
  const [pid, directory, , , socketDirectory, , , status] = text.split('\n').map((line) => line.trim());
  if (pid === undefined || directory === undefined || !/^\d+$/.test(pid)) return undefined;
  return { pid: Number(pid), cluster: directory, socketDirectory: socketDirectory ?? '', ready: status === 'ready' };
}
