import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const execute = promisify(execFile);
const timeoutMilliseconds = 60_000;
const maxOutputBytes = 8 * 1_048_576;

/**
 * Returns the standard output of a system program; `undefined` if there is no such program.
 *
 * @throws if it fails, takes longer than a minute or writes more than 8 MiB: a partial list would look like removed
 * software.
 */
export const runCommand = async (file: string, args: readonly string[]): Promise<string | undefined> => {
  try {
    const { stdout } = await execute(file, args, {
      timeout: timeoutMilliseconds,
      killSignal: 'SIGKILL',
      maxBuffer: maxOutputBytes,
      windowsHide: true,
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
    });
    return stdout;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
};
