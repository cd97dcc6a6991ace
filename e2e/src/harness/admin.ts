import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { projectDirectory } from './project.ts';

/** The output of a command, and its exit code. */
export interface AdminOutcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command of `npm run admin`. */
export const runAdmin = (
  environment: Readonly<Record<string, string>>,
  ...words: readonly string[]
): Promise<AdminOutcome> =>
  promisify(execFile)(process.execPath, ['scripts/admin.mjs', ...words], {
    cwd: projectDirectory,
    env: { ...process.env, ...environment },
  }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: AdminOutcome) => error,
  );
