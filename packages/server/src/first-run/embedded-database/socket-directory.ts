import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunAs } from './ordinary-user.ts';

const namePrefix = 'cfs-portal-';

/** The maximum length of a socket's path in bytes, without the terminating zero. */
const maxPathBytes = 107;
const socketNameBytes = '/.s.PGSQL.65535.lock'.length;

/** Creates a directory for the database's socket that only `user` and root may enter. */
export async function createSocketDirectory(user: RunAs): Promise<string> {
  const parent = tmpdir();
  const length = Buffer.byteLength(join(parent, `${namePrefix}XXXXXX`)) + socketNameBytes;
  const directory = await mkdtemp(join(length <= maxPathBytes ? parent : '/tmp', namePrefix));
  if (user.uid !== undefined && user.gid !== undefined) await chown(directory, user.uid, user.gid);
  return directory;
}

/** Removes a directory created by `createSocketDirectory`, of this or of a killed server; ignores any other path. */
export async function removeSocketDirectory(directory: string): Promise<void> {
  if (/(^|[/\\])cfs-portal-[^/\\]{6}$/.test(directory)) await rm(directory, { recursive: true, force: true });
}
