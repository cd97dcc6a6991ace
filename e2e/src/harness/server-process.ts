import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { projectDirectory } from './project.ts';

/** The exit of a process. */
export interface End {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface ServerOptions {
  readonly dataDirectory: string;
  readonly port: number;
  /** Environment variables besides PORT and DATA_DIR. */
  readonly environment?: Readonly<Record<string, string>>;
  /** User and group ids of the process; requires root. */
  readonly user?: { readonly uid: number; readonly gid: number };
  /** A program that is run instead of the command of `npm start`. */
  readonly program?: string;
  /** Parameters of that program. */
  readonly parameters?: readonly string[];
}

/** The process of `npm start`. */
export interface ServerProcess {
  readonly pid: number;
  readonly ended: Promise<End>;
  /** Its output so far, standard error included. */
  output(): string;
  /** Waits for matching output; throws with all output if the process exits first. */
  printed(pattern: RegExp): Promise<void>;
  signal(signal: NodeJS.Signals): void;
}

/** Environment variables of the machine that would affect the server under test. */
const foreign =
  /^(npm_|VITEST|VITE_|NODE_OPTIONS|NODE_ENV|TEST$|DATABASE_URL|OIDC_|MASTER_KEY|HOST$|PUBLIC_ORIGIN|ROLES$|CFS_)/;

const ownEnvironment = ({ dataDirectory, port, environment }: ServerOptions): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name))),
  PORT: String(port),
  DATA_DIR: dataDirectory,
  // The server stops when its parent exits, as under npm, so that an aborted test run leaves no process.
  npm_lifecycle_event: 'start',
  ...environment,
});

/** Spawns the command of `npm start`, or another program that starts the server. */
export async function runServer(options: ServerOptions): Promise<ServerProcess> {
  const { program } = options;
  const [command, parameters] =
    program === undefined ? [process.execPath, ['scripts/start.mjs']] : [program, [...(options.parameters ?? [])]];
  const child = spawn(command, parameters, {
    cwd: program === undefined ? projectDirectory : options.dataDirectory,
    env: ownEnvironment(options),
    stdio: ['ignore', 'pipe', 'pipe'],
    ...options.user,
  });
  await once(child, 'spawn');
  if (child.pid === undefined) throw new Error('The server was given no process number.');
  let output = '';
  const listeners = new Set<() => void>();
  const take = (piece: string): void => {
    output += piece;
    listeners.forEach((listener) => listener());
  };
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', take);
  const ended = once(child, 'close').then(([code, signal]: End[keyof End][]) => ({ code, signal }) as End);

  return {
    pid: child.pid,
    ended,
    output: () => output,
    printed: async (pattern) => {
      const appeared = Promise.withResolvers<void>();
      const look = (): void => {
        if (pattern.test(output)) appeared.resolve();
      };
      listeners.add(look);
      look();
      const isThere = await Promise.race([appeared.promise.then(() => true), ended.then(() => pattern.test(output))]);
      listeners.delete(look);
      if (!isThere) throw new Error(`The server ended without printing ${String(pattern)}. It printed:\n${output}`);
    },
    signal: (signal) => child.kill(signal),
  };
}
