import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';

/** The agent on the machine of the first-run server. */
export interface LocalAgent {
  /** Stops the agent and cancels a pending restart. */
  stop(): Promise<void>;
}

interface Options {
  /** The address at which the agent reaches the server, such as `http://127.0.0.1:8080`. */
  serverAddress: string;
  /** The agent's own directory, created if missing; its log is `agent.log` there. */
  directory: string;
  /** The tenant token to enrol with; undefined once it has enrolled. */
  token: string | undefined;
  log: Logger;
}

const agentProgram = join(import.meta.dirname, '../../../../agent/src/main.ts');
const minPauseMilliseconds = 1_000;
const maxPauseMilliseconds = 60_000;
/** An agent that has run this long did not fail at its start: the pause is reset. */
const settledMilliseconds = 60_000;
const stopLimitMilliseconds = 3_000;

/** The agent needs little memory: without these options, Node lets the heap grow before it collects garbage. */
const smallHeapOptions = ['--max-semi-space-size=1', '--max-old-space-size=64'];

/** Environment variables that are passed to the agent, so that the secrets of the server are not. */
const passedVariables = ['PATH', 'HOME', 'TMPDIR', 'TMP', 'TEMP', 'LANG', 'TZ', 'SystemRoot', 'NODE_EXTRA_CA_CERTS'];

/** Runs the agent as a separate process and restarts it with exponential backoff when it ends. */
export async function startLocalAgent({ serverAddress, directory, token, log }: Options): Promise<LocalAgent> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const stopping = new AbortController();
  let child: ChildProcess | undefined;

  // The agent's own compile cache, also for the module that is loaded before it, so that nothing is compiled twice.
  const environment: NodeJS.ProcessEnv = {
    NODE_COMPILE_CACHE: join(directory, 'compiled'),
    CFS_PARENT_PID: String(process.pid),
  };
  for (const name of passedVariables) if (process.env[name] !== undefined) environment[name] = process.env[name];
  if (token !== undefined) environment['CFS_AGENT_TOKEN'] = token;

  const runOnce = async (): Promise<number | null> => {
    const output = await open(join(directory, 'agent.log'), 'w', 0o600);
    try {
      const follow = new URL('end-with-parent.ts', import.meta.url).href;
      const parameters = [
        ...smallHeapOptions,
        '--import',
        follow,
        agentProgram,
        '--server',
        serverAddress,
        '--data',
        directory,
      ];
      // In its own process group: Ctrl-C reaches only the server, which then stops its agent.
      child = spawn(process.execPath, parameters, {
        env: environment,
        detached: true,
        stdio: ['ignore', output.fd, output.fd],
      });
      const [code] = (await once(child, 'exit')) as [number | null];
      return code;
    } finally {
      await output.close();
    }
  };

  const keepRunning = async (): Promise<void> => {
    let wait = minPauseMilliseconds;
    while (!stopping.signal.aborted) {
      const began = performance.now();
      const code = await runOnce();
      if (stopping.signal.aborted) return;
      wait =
        performance.now() - began > settledMilliseconds
          ? minPauseMilliseconds
          : Math.min(2 * wait, maxPauseMilliseconds);
      log.warn({ code, seconds: wait / 1_000 }, 'The agent on this machine has ended and will be started again');
      await pause(wait, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };

  const running = keepRunning().catch((error: unknown) => {
    log.error({ err: error }, 'The agent on this machine could not be started');
  });

  return {
    async stop() {
      stopping.abort();
      child?.kill('SIGTERM');
      const insist = setTimeout(() => child?.kill('SIGKILL'), stopLimitMilliseconds);
      await running;
      clearTimeout(insist);
    },
  };
}
