import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunAs } from './ordinary-user.ts';

const NAME = 'cfs-portal-';

/** A socket's path may take 107 bytes, its terminating zero excluded. */
const LONGEST_PATH = 107;
const SOCKET_NAME_LENGTH = '/.s.PGSQL.65535.lock'.length;

/** A new directory for the database's socket that nobody but `user` (and root) may enter. */
export async function createSocketDirectory(user: RunAs): Promise<string> {
  const parent = tmpdir();
  const length = Buffer.byteLength(join(parent, `${NAME}XXXXXX`)) + SOCKET_NAME_LENGTH;
  const directory = await mkdtemp(join(length <= LONGEST_PATH ? parent : '/tmp', NAME));
  if (user.uid !== undefined && user.gid !== undefined) await chown(directory, user.uid, user.gid);
  return directory;
}

/** Removes a directory that `createSocketDirectory` made, also one that a killed server left; any other path stays. */
export async function removeSocketDirectory(directory: string): Promise<void> {
  if (/(^|[/\\])cfs-portal-[^/\\]{6}$/.test(directory)) await rm(directory, { recursive: true, force: true });
}
