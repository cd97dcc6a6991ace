import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, link, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncDirectory } from '../durable-file.ts';
import type { Log } from '../log.ts';
import { pause } from '../retry.ts';
import type { AgentUpdate } from './installs.ts';

const lookMilliseconds = 250;
/** Time for a version to stop before it is killed. */
const stopMilliseconds = 15_000;

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

const stop = async (child: ChildProcess): Promise<void> => {
  if (hasEnded(child)) return;
  const ended = once(child, 'exit');
  child.stdin?.end();
  const kill = setTimeout(() => child.kill('SIGKILL'), stopMilliseconds);
  await ended;
  clearTimeout(kill);
};

const isReported = async (marker: string, version: string): Promise<boolean> =>
  (await readFile(marker, 'utf8').catch(() => '')) === version;

/**
 * Replaces the running program by that of the new version, and keeps the former one with the suffix `.previous`. After
 * a crash one of the two is in place, except on Windows between its two renames.
 */
export const replaceProgram = async (program: string, current: string): Promise<void> => {
  const fresh = `${current}.new`;
  const previous = `${current}.previous`;
  await copyFile(program, fresh);
  const file = await open(fresh, 'r+');
  try {
    await file.chmod(0o755);
    await file.sync();
  } finally {
    await file.close();
  }
  await rm(previous, { force: true });
  // Windows lets a running program be renamed, not replaced.
  if (process.platform === 'win32') await rename(current, previous);
  else await link(current, previous).catch(() => copyFile(current, previous));
  await rename(fresh, current);
  await syncDirectory(dirname(current));
};

/**
 * Runs the new version while this one pauses, until it has reported to the server. Resolves with `undefined` if it has:
 * it is stopped, and its program has replaced this one. Otherwise resolves with the reason: it has ended, and nothing
 * has changed. Throws if the signal aborts.
 */
export const tryVersion = async (
  { program, version }: AgentUpdate,
  options: {
    readonly args: readonly string[];
    readonly environment: NodeJS.ProcessEnv;
    readonly dataDirectory: string;
    readonly timeout: number;
    readonly log: Log;
    readonly signal: AbortSignal;
  },
): Promise<string | undefined> => {
  const { log, signal, timeout } = options;
  const marker = join(options.dataDirectory, 'reported');
  await rm(marker, { force: true });
  log.info('trying another version of the agent', { version, seconds: timeout / 1_000 });
  const child = spawn(program, [...options.args, '--probation', marker], {
    env: options.environment,
    // Closing its input stops it, also when this process dies.
    stdio: ['pipe', 'inherit', 'inherit'],
    windowsHide: true,
  });
  child.stdin.on('error', () => undefined);
  try {
    await once(child, 'spawn');
  } catch (error) {
    return `it could not be started: ${error instanceof Error ? error.message : String(error)}`;
  }
  const until = performance.now() + timeout;
  let reported = false;
  try {
    while (!reported && !hasEnded(child) && performance.now() < until && !signal.aborted) {
      await pause(lookMilliseconds, signal);
      reported = await isReported(marker, version);
    }
  } finally {
    await stop(child);
    await rm(marker, { force: true });
  }
  if (reported) {
    try {
      await replaceProgram(program, process.execPath);
      return undefined;
    } catch (error) {
      return `its program could not be installed: ${error instanceof Error ? error.message : String(error)}`;
    }
  }
  signal.throwIfAborted();
  const { exitCode, signalCode } = child;
  return performance.now() >= until
    ? `it did not report within ${timeout / 1_000} seconds`
    : `it ended with ${signalCode ?? `exit code ${exitCode}`}`;
};
