import { spawn } from 'node:child_process';
import { join } from 'node:path';

const watchProgram = join(import.meta.dirname, 'database-watch.ts');

/**
 * Sees to it that the embedded PostgreSQL of a throw-away data directory ends with this process, however that dies, and
 * that the directory goes with it. Answers how to call the watch off once both are gone.
 */
export const endDatabaseWithRun = (dataDirectory: string): (() => void) => {
  const watch = spawn(process.execPath, [watchProgram, dataDirectory], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  watch.unref();
  return () => watch.kill();
};
