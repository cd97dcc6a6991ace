import { spawn } from 'node:child_process';
import { join } from 'node:path';

const watchProgram = join(import.meta.dirname, 'database-watch.ts');

/**
 * Ensures that the embedded PostgreSQL of a temporary data directory ends with this process, however it ends, and that
 * the directory is removed. Returns a function that stops the watch once both are gone.
 */
export const endDatabaseWithRun = (dataDirectory: string): (() => void) => {
  const watch = spawn(process.execPath, [watchProgram, dataDirectory], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  watch.unref();
  return () => watch.kill();
};
