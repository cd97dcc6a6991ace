import { spawn, type ChildProcess } from 'node:child_process';
import { open, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { DatabaseSettings } from './database-settings.ts';
import { explainPostgresFailure } from './postgres-failure.ts';
import { readPostmasterFile } from './postmaster-file.ts';
import { programEnvironment, runProgram } from './run-program.ts';
import type { Workplace } from './workplace.ts';

/** A PostgreSQL server that this process has started. */
export interface Postmaster {
  /** Resolves with the exit code when the server ends for any reason; null after a signal. */
  ended: Promise<number | null>;
  stop(): Promise<void>;
}

interface Options {
  workplace: Workplace;
  settings: DatabaseSettings;
  logFile: string;
  /** How long the start may take in milliseconds; two minutes by default. */
  startLimit?: number | undefined;
}

/** Long enough for crash recovery: after a kill, PostgreSQL first replays up to `max_wal_size` of its log. */
const startLimitMilliseconds = 120_000;

/** Starts PostgreSQL; resolves when it accepts connections, or throws a `StartUpError` with its last error message. */
export async function startPostmaster({
  workplace,
  settings,
  logFile,
  startLimit = startLimitMilliseconds,
}: Options): Promise<Postmaster> {
  const { programs, cluster, user } = workplace;
  const logStart = await stat(logFile).then(
    ({ size }) => size,
    () => 0,
  );
  const log = await open(logFile, 'a', 0o600);
  let child: ChildProcess;
  try {
    child = spawn(
      join(programs, 'postgres'),
      ['-D', cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      // In its own process group: Ctrl-C reaches only the server, which stops its database last.
      { ...user, cwd: programs, env: programEnvironment(), detached: true, stdio: ['ignore', log.fd, log.fd] },
    );
  } finally {
    await log.close();
  }
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('exit', resolve);
    child.once('error', reject);
  });
  const outcome = await Promise.race([ended.then((code) => ({ code })), untilReady(cluster, child, startLimit)]);
  if (outcome === 'ready') return { ended, stop: () => stopPostmaster(workplace, ended) };
  const complaint = (await readFile(logFile)).subarray(logStart).toString('utf8');
  if (outcome === 'late') child.kill('SIGQUIT');
  const what =
    outcome === 'late' ? `not ready within ${startLimit / 1000} s` : `ended with ${outcome.code ?? 'a signal'}`;
  throw await explainPostgresFailure(complaint, cluster, what);
}

async function untilReady(cluster: string, child: ChildProcess, startLimit: number): Promise<'ready' | 'late'> {
  const limit = Date.now() + startLimit;
  while (Date.now() < limit && child.exitCode === null && child.signalCode === null) {
    const file = await readPostmasterFile(cluster);
    if (file?.pid === child.pid && file?.ready === true) return 'ready';
    await pause(20);
  }
  return 'late';
}

async function stopPostmaster(workplace: Workplace, ended: Promise<number | null>): Promise<void> {
  const stop = (mode: string, seconds: number): Promise<unknown> =>
    runProgram(workplace, 'pg_ctl', ['stop', '-D', workplace.cluster, '-m', mode, '-w', '-t', String(seconds), '-s']);
  await stop('fast', 6);
  // After an immediate stop, the next start recovers from the write-ahead log.
  if ((await Promise.race([ended.then(() => 'ended'), pause(100)])) !== 'ended') await stop('immediate', 2);
  await ended;
}
