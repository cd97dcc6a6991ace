import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { runnerCommand } from '../own-program.ts';
import { failedResult, runnerMessageOf, type RunJob, type RunResult } from './operation-result.ts';

/** A runner ends its run itself; if it hangs, it is killed after this additional time. */
const marginMilliseconds = 10_000;
const memoryLookMilliseconds = 1_000;
/** Memory that a runner needs in addition to its operation. */
const runnerMebibytes = 128;
const mebibyte = 1_048_576;
const pageBytes = 4_096;

/** Kills the runner and all processes that it started. */
const killGroup = (runner: ChildProcess): void => {
  if (runner.pid === undefined || runner.exitCode !== null || runner.signalCode !== null) return;
  if (process.platform === 'win32') {
    const killer = spawn('taskkill', ['/PID', String(runner.pid), '/T', '/F'], { stdio: 'ignore', windowsHide: true });
    killer.on('error', () => runner.kill());
    return;
  }
  try {
    process.kill(-runner.pid, 'SIGKILL');
  } catch {
    // The process has ended in the meantime.
  }
};

const residentBytes = async (pid: number): Promise<number> => {
  if (process.platform !== 'linux') return 0;
  const fields = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '0 0');
  return Number(fields.split(' ')[1]) * pageBytes;
};

const runnerEnvironment = (job: RunJob): NodeJS.ProcessEnv => ({
  ...process.env,
  NODE_OPTIONS: `--max-old-space-size=${job.memoryLimitMebibytes}`,
});

/**
 * Runs one job in a separate process and always resolves with its result, whatever the process does. `report` receives
 * the readings of a run that is kept alive. The run ends when the signal aborts.
 */
export const runInProcess = async (
  job: RunJob,
  signal: AbortSignal,
  report: (result: RunResult) => void,
): Promise<RunResult> => {
  const { file, args } = runnerCommand();
  const runner = spawn(file, args, {
    env: runnerEnvironment(job),
    stdio: ['pipe', 'pipe', 'ignore'],
    // Makes it the leader of its own process group.
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
  const over = new AbortController();
  let killedFor: 'TimedOut' | 'MemoryExceeded' | undefined;
  let last: RunResult | undefined;

  const lines = createInterface({ input: runner.stdout });
  lines.on('line', (line) => {
    const message = runnerMessageOf(line);
    if (!message) return;
    if ('reading' in message) report(message.reading);
    else last = message.result;
  });
  runner.stdin.on('error', () => undefined).write(`${JSON.stringify(job)}\n`);
  const end = (): void => {
    runner.stdin.end();
    void wait(marginMilliseconds, undefined, { signal: over.signal }).then(
      () => killGroup(runner),
      () => undefined,
    );
  };
  signal.addEventListener('abort', end);
  if (signal.aborted) end();

  const watchTime = async (): Promise<void> => {
    if (job.keepAlive) return;
    await wait(job.timeoutSeconds * 1_000 + marginMilliseconds, undefined, { signal: over.signal });
    killedFor = 'TimedOut';
    killGroup(runner);
  };
  const watchMemory = async (): Promise<void> => {
    const limit = (job.memoryLimitMebibytes + runnerMebibytes) * mebibyte;
    while (!over.signal.aborted) {
      await wait(memoryLookMilliseconds, undefined, { signal: over.signal });
      if ((await residentBytes(runner.pid ?? 0)) <= limit) continue;
      killedFor = 'MemoryExceeded';
      killGroup(runner);
      return;
    }
  };

  try {
    const closed = once(runner, 'close') as Promise<[number | null, NodeJS.Signals | null]>;
    void watchTime().catch(() => undefined);
    void watchMemory().catch(() => undefined);
    const [code, killedBy] = await closed;
    if (last) return last;
    if (killedFor === 'TimedOut')
      return failedResult('TimedOut', `the run was stopped after ${job.timeoutSeconds} seconds`);
    // V8 aborts the process when its heap is full.
    if (killedFor === 'MemoryExceeded' || killedBy === 'SIGABRT' || code === 134) {
      return failedResult('MemoryExceeded', `the run was stopped above ${job.memoryLimitMebibytes} MiB of memory`);
    }
    if (signal.aborted) return failedResult('Interrupted', 'the run was stopped by the agent');
    return failedResult('Failed', `the runner ended with ${killedBy ?? `exit code ${code}`}`);
  } catch (error) {
    return failedResult('CouldNotStart', `the runner could not be started: ${String(error)}`);
  } finally {
    over.abort();
    signal.removeEventListener('abort', end);
  }
};
