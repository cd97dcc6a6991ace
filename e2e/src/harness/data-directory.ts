import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A temporary data directory, removed on disposal. */
export interface DataDirectory extends AsyncDisposable {
  readonly path: string;
}

/** Creates an empty data directory. It is accessible to others: a server run by root starts its database as an ordinary user. */
export async function makeDataDirectory(name = 'cfs-e2e-'): Promise<DataDirectory> {
  const path = await mkdtemp(join(tmpdir(), name));
  await chmod(path, 0o711);
  return {
    path,
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }),
  };
}
