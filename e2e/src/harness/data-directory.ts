import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A directory of its own for one server's data, gone when it is disposed of. */
export interface DataDirectory extends AsyncDisposable {
  readonly path: string;
}

/** Makes an empty data directory. Others may pass through it, since a server run by root hands its database to an ordinary user. */
export async function makeDataDirectory(name = 'cfs-e2e-'): Promise<DataDirectory> {
  const path = await mkdtemp(join(tmpdir(), name));
  await chmod(path, 0o711);
  return {
    path,
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }),
  };
}
