import { spawn, type ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';

/** A program that was started and has said that it serves. */
export interface ChildProgram {
  readonly process: ChildProcess;
  /** The last lines that it printed. */
  readonly lines: readonly string[];
  /** Milliseconds from the start to the line that said so. */
  readonly readyAfter: number;
  /** Resident memory in MiB. */
  residentMemory(): Promise<number>;
  /** The same of the descendant whose command line holds the text; `undefined` when there is none. */
  childMemory(command: string): Promise<number | undefined>;
  /** Ends it and all its Node descendants with SIGKILL, leaving what else they started, and waits. */
  killServer(): Promise<void>;
  /** Ends it and waits; answers the milliseconds that it took. */
  stop(signal?: NodeJS.Signals): Promise<number>;
}

const residentOf = async (pid: number): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) / 1024;
};

/** Process ids and command lines of everything that the process started, and what that started. */
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

/** Starts a program of this repository under the present Node and waits for a line that begins with `ready`. */
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
  return {
    process: child,
    readyAfter: performance.now() - started,
    lines,
    residentMemory: () => residentOf(pid),
    async childMemory(command) {
      const found = (await descendantsOf(pid)).find((each) => each.command.includes(command));
      return found && residentOf(found.pid);
    },
    async killServer() {
      const servers = (await descendantsOf(pid)).filter((each) => each.command.includes('packages/server/src/main.ts'));
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
