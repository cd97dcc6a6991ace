import { dirname } from 'node:path';
import { isDiskFull } from '../../platform/is-disk-full.ts';
import { StartUpError } from '../../platform/start-up-error.ts';

/** Explains the output of a failed PostgreSQL program in one line for the user at the console. */
export async function explainPostgresFailure(output: string, cluster: string, what: string): Promise<StartUpError> {
  if (/No space left on device|Disk quota exceeded/.test(output) || (await isDiskFull(dirname(cluster)))) {
    return new StartUpError(`The disk that holds ${cluster} is full. Free some space and start again.`);
  }
  if (/could not (create|resize|open) shared memory|could not (create|resize) shared memory segment/.test(output)) {
    return new StartUpError('There is too little shared memory for PostgreSQL. Free some memory, or set DATABASE_URL.');
  }
  if (/Permission denied|Read-only file system|has wrong ownership/.test(output)) {
    return new StartUpError(
      `${cluster} cannot be used by this user. Set DATA_DIR to a directory that this user can write, or run as its owner.`,
    );
  }
  return new StartUpError(`The embedded PostgreSQL did not start (${what}): ${lastComplaint(output)}`);
}

function lastComplaint(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const complaint = lines.findLast((line) => /\b(ERROR|FATAL|PANIC|error):/.test(line)) ?? lines.at(-1);
  return complaint?.trim() ?? 'it gave no reason.';
}
