import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { runLimits, type RunOutcome } from '@cfs/contracts/operation-enumerations';
import { createBoundedOutput } from './bounded-output.ts';
import { faultOf } from './built-in/built-in-operation.ts';
import { groupMebibytes } from './group-memory.ts';
import { OperationError, type Reading, type RunJob, type RunResult } from './operation-result.ts';
import { programStart, type ProgramStart } from './program-start.ts';
import { readingOfOutput, typedValue } from './reading-of-output.ts';
import { createRedactor } from './redact.ts';
import { createOutputDecoder } from './text-encoding.ts';

const graceMilliseconds = 2_000;
/**
 * Time to wait for further output after the program has ended, since its child processes may still hold the output
 * open.
 */
const drainMilliseconds = 500;
const memoryLook = { oftenMilliseconds: 500, oftenForMilliseconds: 10_000, laterMilliseconds: 2_000 } as const;
/** Minimum interval between readings of a program that is kept alive. */
const minReadingMilliseconds = 1_000;

const environmentOf = ({ parameters }: RunJob): NodeJS.ProcessEnv => ({
  ...process.env,
  ...Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [
      `CFS_PARAMETER_${name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}`,
      value,
    ]),
  ),
});

const start = async (program: ProgramStart, job: RunJob): Promise<ChildProcess> => {
  const child = spawn(program.file, program.args, {
    cwd: program.directory,
    env: environmentOf(job),
    stdio: ['pipe', 'pipe', 'pipe'],
    windowsHide: true,
  });
  try {
    await once(child, 'spawn');
  } catch (error) {
    throw new OperationError(`${program.file} could not be started: ${faultOf(error)}`);
  }
  // The program may end without reading its input.
  child.stdin?.on('error', () => undefined).end(`${JSON.stringify({ parameters: job.parameters })}\n`);
  return child;
};

/** Ends the program and all processes that it started, except this process, which is in the same group. */
const stopGroup = async (child: ChildProcess): Promise<void> => {
  if (process.platform === 'win32') {
    child.kill('SIGKILL');
    return;
  }
  const ended = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : Promise.resolve();
  process.kill(-process.pid, 'SIGTERM');
  await Promise.race([ended, wait(graceMilliseconds)]);
  child.kill('SIGKILL');
};

/** Resolves once the group's memory exceeds the limit; never settles if the program ends before. */
const watchMemory = async (child: ChildProcess, limit: number, signal: AbortSignal): Promise<'MemoryExceeded'> => {
  const began = performance.now();
  while (!signal.aborted) {
    const often = performance.now() - began < memoryLook.oftenForMilliseconds;
    await wait(often ? memoryLook.oftenMilliseconds : memoryLook.laterMilliseconds, undefined, { signal }).catch(
      () => undefined,
    );
    if (!signal.aborted && (await groupMebibytes(child.pid ?? 0)) > limit) return 'MemoryExceeded';
  }
  return new Promise(() => undefined);
};

const faultOfOutcome = (outcome: RunOutcome, job: RunJob): string | undefined => {
  if (outcome === 'TimedOut') return `the run was stopped after ${job.timeoutSeconds} seconds`;
  if (outcome === 'MemoryExceeded') return `the run was stopped above ${job.memoryLimitMebibytes} MiB of memory`;
  if (outcome === 'Interrupted') return 'the run was stopped by the agent';
  return undefined;
};

/** Reports the newest line of a program that is kept alive, at most once a second. */
const followLines = (report: (line: string) => void) => {
  let rest = '';
  let newest: string | undefined;
  const note = (line: string | undefined): void => {
    if (line !== undefined && line.trim() !== '') newest = line;
  };
  const flush = (): void => {
    if (newest !== undefined) report(newest);
    newest = undefined;
  };
  const timer = setInterval(flush, minReadingMilliseconds);
  return {
    add: (text: string): void => {
      const end = text.lastIndexOf('\n');
      if (end !== -1) {
        const lines = (rest + text.slice(0, end)).split(/\r?\n/);
        note(lines.findLast((line) => line.trim() !== '')?.replace(/\r$/, ''));
        rest = '';
      }
      rest += text.slice(end + 1);
    },
    stop: (): void => {
      clearInterval(timer);
      note(rest);
      flush();
    },
  };
};

/**
 * Runs the program of a job within its limits; this process leads the group to which the program belongs. `report`
 * receives the readings of a program that is kept alive.
 *
 * @throws OperationError when the program could not be started.
 */
export const runProgram = async (
  job: RunJob,
  signal: AbortSignal,
  report: (result: RunResult) => void,
): Promise<RunResult> => {
  const program = await programStart(job);
  const ending = new AbortController();
  // A signal to the group is meant for the program.
  process.on('SIGTERM', () => undefined);
  const redactor = createRedactor(job.secrets);
  const both = createBoundedOutput(runLimits.outputCharacters, redactor);
  const standardOutput = createBoundedOutput(runLimits.outputCharacters * 8, redactor);
  const resultOf = (outcome: RunOutcome, exitCode: number | null, reading: Reading): RunResult => ({
    ...reading,
    outcome,
    exitCode,
    output: both.text(),
    outputTruncated: both.truncated,
  });
  const succeeded = (exitCode: number | null, text: string): RunResult => {
    const reading = readingOfOutput(text);
    return resultOf('Succeeded', exitCode, { ...reading, value: typedValue(reading.value, job.resultType, redactor) });
  };
  const failed = (outcome: RunOutcome, exitCode: number | null, error: string): RunResult =>
    resultOf(outcome, exitCode, { error });

  try {
    const child = await start(program, job);
    const decodeOutput = createOutputDecoder();
    const decodeErrors = createOutputDecoder();
    child.stderr?.on('data', (chunk: Buffer) => both.add(decodeErrors(chunk)));
    const followed = job.keepAlive
      ? followLines((line) => {
          try {
            report(succeeded(null, line));
          } catch (error) {
            report(failed('Failed', null, faultOf(error)));
          }
        })
      : undefined;
    child.stdout?.on('data', (chunk: Buffer) => {
      const text = decodeOutput(chunk);
      both.add(text);
      standardOutput.add(text);
      followed?.add(text);
    });

    const exited = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
    const closed = once(child, 'close');
    const timer = new AbortController();
    const outcome = await Promise.race<RunOutcome>([
      exited.then(() => 'Succeeded' as const),
      once(signal, 'abort').then(() => 'Interrupted' as const),
      watchMemory(child, job.memoryLimitMebibytes, ending.signal),
      ...(job.keepAlive
        ? []
        : [
            wait(job.timeoutSeconds * 1_000, 'TimedOut' as const, { signal: timer.signal }).catch(
              () => 'Interrupted' as const,
            ),
          ]),
    ]);
    ending.abort();
    if (outcome !== 'Succeeded') await stopGroup(child);
    const [exitCode, killedBy] = await exited;
    timer.abort();
    await Promise.race([closed, wait(drainMilliseconds)]);
    followed?.stop();
    const fault = faultOfOutcome(outcome, job);
    if (fault !== undefined) return failed(outcome, exitCode, fault);
    if (exitCode === null) return failed('Failed', null, `the program was terminated by ${killedBy}`);
    if (!program.succeeds(exitCode)) return failed('Failed', exitCode, `the program ended with exit code ${exitCode}`);
    try {
      return succeeded(exitCode, standardOutput.text());
    } catch (error) {
      return failed('Failed', exitCode, faultOf(error));
    }
  } finally {
    ending.abort();
    await program.tidy();
  }
};
