import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { projectDirectory } from './project.ts';

/** How a process ended. */
export interface End {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface ServerOptions {
  readonly dataDirectory: string;
  readonly port: number;
  /** Settings beside PORT and DATA_DIR. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Runs it as another user; needs root. */
  readonly user?: { readonly uid: number; readonly gid: number };
}

/** The product as `npm start` runs it, whatever becomes of it. */
export interface ServerProcess {
  readonly pid: number;
  readonly ended: Promise<End>;
  /** What it has printed so far, errors included. */
  output(): string;
  /** Waits until it has printed something that matches; throws with all that it printed when it ends before. */
  printed(pattern: RegExp): Promise<void>;
  signal(signal: NodeJS.Signals): void;
}

/** Settings of the machine that would reach into the server under test. */
const foreign =
  /^(npm_|VITEST|VITE_|NODE_OPTIONS|NODE_ENV|TEST$|DATABASE_URL|OIDC_|MASTER_KEY|HOST$|PUBLIC_ORIGIN|ROLES$|CFS_)/;

const ownEnvironment = ({ dataDirectory, port, environment }: ServerOptions): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name))),
  PORT: String(port),
  DATA_DIR: dataDirectory,
  // As under npm, the server stops when whoever started it is gone, so that a broken test run leaves nothing behind.
  npm_lifecycle_event: 'start',
  ...environment,
});

/** Runs what `npm start` runs. */
export async function runServer(options: ServerOptions): Promise<ServerProcess> {
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: projectDirectory,
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
