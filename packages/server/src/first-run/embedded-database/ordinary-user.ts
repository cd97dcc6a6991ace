import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { StartUpError } from '../../platform/start-up-error.ts';

/** The user of a child process: ids as `child_process` accepts them; without ids, the user of this process. */
export interface RunAs {
  uid?: number;
  gid?: number;
}

/**
 * The user that PostgreSQL runs as: the user of this process. As PostgreSQL refuses to run as root, it is the owner of
 * an existing cluster instead of root, or else `nobody`.
 */
export async function ordinaryUser(cluster: string): Promise<RunAs> {
  if (process.getuid?.() !== 0) return {};
  const owner = await stat(cluster).catch(() => undefined);
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return nobody();
}

function nobody(): RunAs {
  let accounts = '';
  try {
    accounts = readFileSync('/etc/passwd', 'utf8');
  } catch {
    // A container may have no account file; the default ids below still work.
  }
  const [, , uid, gid] =
    accounts
      .split('\n')
      .find((line) => line.startsWith('nobody:'))
      ?.split(':') ?? [];
  return { uid: Number(uid ?? 65534), gid: Number(gid ?? 65534) };
}

/** Whether `user` may enter all of these directories; tried as that user, since root may enter every directory. */
export function mayEnter(user: RunAs, ...directories: string[]): boolean {
  if (user.uid === undefined) return true;
  const script = 'for directory; do cd -- "$directory" || exit 1; done';
  const { status, error } = spawnSync('/bin/sh', ['-c', script, 'sh', ...directories], {
    ...user,
    cwd: '/',
    stdio: 'ignore',
  });
  if (error !== undefined) {
    throw new StartUpError(
      `PostgreSQL does not run as root, and this root user is not allowed to switch to user ${user.uid} (${error.message}). ` +
        'Run as an ordinary user, or set DATABASE_URL.',
    );
  }
  return status === 0;
}
