import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { testMasterKey } from './test-database-constants.ts';
import type { TestDatabase } from './test-database.ts';

/** The server in a separate process. */
export interface ServerProcess {
  readonly process: ChildProcess;
  readonly output: () => string;
  /** Resolves with the exit code. */
  readonly ended: Promise<number | null>;
}

/** A port on which nothing listens at the moment. */
export const anyPort = async (): Promise<string> => {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const bound = probe.address();
  probe.close();
  await once(probe, 'close');
  return String(typeof bound === 'object' ? bound?.port : '');
};

/** Resolves with the origin when the process serves; rejects when it ends before. */
export const ready = async (run: ServerProcess): Promise<string> => {
  const gone = run.ended.then((code) => {
    throw new Error(`The server ended with ${code}: ${run.output()}`);
  });
  gone.catch(() => undefined);
  for (;;) {
    const found = /^Ready: (\S+)$/m.exec(run.output())?.[1];
    if (found !== undefined) return found;
    if (run.process.stdout) await Promise.race([once(run.process.stdout, 'data'), gone]);
  }
};

/** Starts and kills processes of the server on a test database. */
export const createServerProcesses = ({ owner }: Pick<TestDatabase, 'owner'>, directory: string) => {
  const running: ServerProcess[] = [];
  const { host, port, user, password, database: name } = owner;
  const address = `postgres://${user}:${encodeURIComponent(password ?? '')}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`;
  return {
    /** Starts a fully configured production server, so that no first run is prepared. */
    start(environment: Readonly<Record<string, string>> = {}): ServerProcess {
      const child = spawn(process.execPath, [join(import.meta.dirname, '../main.ts')], {
        env: {
          PATH: process.env['PATH'],
          NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
          NODE_ENV: 'production',
          DATA_DIR: directory,
          DATABASE_URL: address,
          MASTER_KEY: Buffer.from(testMasterKey).toString('hex'),
          OIDC_AUTHORITY: 'https://login.example.com',
          HOST: '127.0.0.1',
          LOG_LEVEL: 'error',
          DRAIN_SECONDS: '0',
          ...environment,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let output = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (part: Buffer) => (output += part.toString()));
      const ended = once(child, 'close').then(([code]) => code as number | null);
      const run = { process: child, output: () => output, ended };
      running.push(run);
      return run;
    },
    /** Kills the processes that are still running. */
    async kill(): Promise<void> {
      for (const { process, ended } of running.splice(0)) {
        process.kill('SIGKILL');
        await ended;
      }
    },
  };
};
