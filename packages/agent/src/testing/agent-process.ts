import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** The agent in a separate process. */
export interface AgentProcess {
  readonly process: ChildProcess;
  /** Its output so far. */
  said(): string;
  /** Ends it and resolves with its exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** The entry script of the agent. */
export const program = join(import.meta.dirname, '..', 'main.ts');

/** Starts the agent in a data directory, with a tenant token for tests. */
export const startAgent = (
  server: string,
  dataDirectory: string,
  {
    args = [],
    environment = {},
    file = process.execPath,
    script = [program],
  }: {
    readonly args?: readonly string[];
    readonly environment?: NodeJS.ProcessEnv;
    readonly file?: string;
    readonly script?: readonly string[];
  } = {},
): AgentProcess => {
  const child = spawn(file, [...script, '--server', server, '--data', dataDirectory, ...args], {
    env: { ...process.env, NODE_COMPILE_CACHE: undefined, CFS_AGENT_TOKEN: 'token', ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => output.push(text));
  }
  return {
    process: child,
    said: () => output.join(''),
    stop: async (signal = 'SIGTERM') => {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
      const ended = once(child, 'exit') as Promise<[number | null]>;
      child.kill(signal);
      return (await ended)[0];
    },
  };
};
