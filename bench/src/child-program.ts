import { spawn, type ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { residentMebibytes } from './process-figures.ts';

/** The program that the server's process runs, as its command line names it. */
export const serverProgram = 'packages/server/dist/main.js';

/** A running child process that has printed its ready line. */
export interface ChildProgram {
  readonly process: ChildProcess;
  /** The last lines of its output. */
  readonly lines: readonly string[];
  /** Milliseconds from the spawn to the ready line. */
  readonly readyAfter: number;
  /** Resident set size in MiB. */
  residentMemory(): Promise<number>;
  /** The process id of the descendant whose command line contains the text, if any. */
  childId(command: string): Promise<number | undefined>;
  /** Resident set size in MiB of the descendant whose command line contains the text, if any. */
  childMemory(command: string): Promise<number | undefined>;
  /** Kills it and all its Node descendants with SIGKILL, but not other descendants, and waits. */
  killServer(): Promise<void>;
  /** Sends SIGTERM and waits; resolves to the milliseconds that it took. */
  stop(signal?: NodeJS.Signals): Promise<number>;
}

/** The process ids and command lines of all descendants. */
const descendantsOf = async (pid: number): Promise<{ pid: number; command: string }[]> => {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  const children = text.split(' ').filter(Boolean).map(Number);
  const found = await Promise.all(
    children.map(async (child) => {
      const command = await readFile(`/proc/${child}/cmdline`, 'utf8').catch(() => '');
      return [{ pid: child, command: command.replaceAll('\0', ' ') }, ...(await descendantsOf(child))];
    }),
  );
  return found.flat();
};

/** Starts a program of this repository with the current Node and waits for a line that starts with `ready`. */
export const startProgram = async (options: {
  readonly script: string;
  readonly arguments?: readonly string[];
  readonly environment: Record<string, string>;
  readonly ready: string;
}): Promise<ChildProgram> => {
  const started = performance.now();
  const child = spawn(process.execPath, [options.script, ...(options.arguments ?? [])], {
    env: { ...process.env, ...options.environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await new Promise<void>((resolve, reject) => {
    const look = (line: string): void => {
      if (lines.push(line) > 200) lines.shift();
      if (line.startsWith(options.ready)) resolve();
    };
    createInterface({ input: child.stdout }).on('line', look);
    createInterface({ input: child.stderr }).on('line', look);
    child.once('exit', (code) => reject(new Error(`${options.script} ended with ${code}:\n${lines.join('\n')}`)));
  });
  const pid = child.pid ?? 0;
  const childId = async (command: string): Promise<number | undefined> =>
    (await descendantsOf(pid)).find((each) => each.command.includes(command))?.pid;
  return {
    process: child,
    readyAfter: performance.now() - started,
    lines,
    residentMemory: () => residentMebibytes(pid),
    childId,
    async childMemory(command) {
      const found = await childId(command);
      return found === undefined ? undefined : residentMebibytes(found);
    },
    async killServer() {
      const servers = (await descendantsOf(pid)).filter((each) => each.command.includes(serverProgram));
      for (const server of servers) process.kill(server.pid, 'SIGKILL');
      child.kill('SIGKILL');
      await ended;
    },
    async stop(signal = 'SIGTERM') {
      const asked = performance.now();
      child.kill(signal);
      await ended;
      return performance.now() - asked;
    },
  };
};
