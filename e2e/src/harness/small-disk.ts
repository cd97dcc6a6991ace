import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A small file system, unmounted on disposal. */
export interface SmallDisk extends AsyncDisposable {
  readonly path: string;
}

/** Mounts a tmpfs; resolves to the reason if that is not possible. */
export async function mountSmallDisk(mebibytes: number): Promise<SmallDisk | string> {
  const path = await mkdtemp(join(tmpdir(), 'cfs-disk-'));
  await chmod(path, 0o711);
  const options = `size=${mebibytes}m,mode=711`;
  const { status, stderr, error } = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'cfs-disk', path], {
    encoding: 'utf8',
  });
  if (status !== 0) {
    await rmdir(path);
    return error?.message ?? stderr.trim();
  }
  return {
    path,
    async [Symbol.asyncDispose]() {
      spawnSync('umount', [path]);
      await rmdir(path);
    },
  };
}
