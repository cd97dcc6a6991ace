import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartUpError } from '../platform/start-up-error.ts';
import { errorCode } from '../platform/error-code.ts';
import { writePrivateFile } from './private-file.ts';

const keyBytes = 32;

/**
 * The key that wraps the tenants' keys if none is configured: kept in `master.key` and generated on the first start.
 *
 * @throws StartUpError if the file is damaged, or missing although a database exists: a new key would make the secrets
 * of that database unreadable for good.
 */
export async function firstRunMasterKey(dataDirectory: string, databaseExists: boolean): Promise<Buffer> {
  const path = join(dataDirectory, 'master.key');
  const kept = await readFile(path, 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (kept !== undefined) {
    const key = Buffer.from(kept.trim(), 'base64');
    if (key.length === keyBytes) return key;
    throw new StartUpError(`${path} no longer contains a master key. Restore the file from a backup.`);
  }
  if (databaseExists) {
    throw new StartUpError(
      `The master key ${path} is missing. Without it, the secrets of the database in this directory cannot be read. ` +
        'Restore the file from a backup, set MASTER_KEY, or start with another DATA_DIR.',
    );
  }
  const key = randomBytes(keyBytes);
  await writePrivateFile(path, `${key.toString('base64')}\n`);
  return key;
}
