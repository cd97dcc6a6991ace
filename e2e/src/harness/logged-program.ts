import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import type { RunAs } from '@cfs/server/first-run/embedded-database/ordinary-user';
import { descendantsOf, running } from './process-tree.ts';

/** A running program whose output is appended to a file. */
export interface LoggedProgram {
  readonly pid: number;
  /** Settles when it has ended, for any reason. */
  readonly ended: Promise<unknown>;
}

export interface LoggedProgramOptions {
  readonly command: string;
  readonly parameters: readonly string[];
  readonly logFile: string;
  readonly directory: string;
  /** Environment variables besides PATH. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly user?: RunAs;
}

/** Starts the program in a separate process group. */
export const startLoggedProgram = async (options: LoggedProgramOptions): Promise<LoggedProgram> => {
  const log = await open(options.logFile, 'a');
  const child = spawn(options.command, options.parameters, {
    cwd: options.directory,
    env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C', ...options.environment },
    stdio: ['ignore', log.fd, log.fd],
    detached: true,
    ...options.user,
  });
  const ended = once(child, 'exit');
  await once(child, 'spawn');
  await log.close();
  if (child.pid === undefined) throw new Error(`${options.command} was given no process number.`);
  return { pid: child.pid, ended };
};

/** Kills processes with all their descendants at the same moment, as in a power failure. */
export const killTrees = (...roots: readonly number[]): void => {
  for (const pid of running([...roots, ...roots.flatMap(descendantsOf)])) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
};
