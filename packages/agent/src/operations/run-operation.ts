import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { builtInOperations } from './built-in/built-in-operations.ts';
import { faultOf } from './built-in/built-in-operation.ts';
import { failedResult, OperationError, type RunJob, type RunnerMessage, type RunResult } from './operation-result.ts';
import { createParameterReader } from './parameters.ts';
import { typedValue } from './reading-of-output.ts';
import { createRedactor } from './redact.ts';
import { runProgram } from './run-program.ts';

const runBuiltIn = async (
  job: RunJob,
  name: keyof typeof builtInOperations,
  signal: AbortSignal,
): Promise<RunResult> => {
  const limit = AbortSignal.timeout(job.timeoutSeconds * 1_000);
  const redactor = createRedactor(job.secrets);
  try {
    const reading = await builtInOperations[name](createParameterReader(job.parameters), {
      network: job.network,
      signal: AbortSignal.any([signal, limit]),
      redactor,
    });
    const value = typedValue(reading.value, job.resultType, redactor);
    return { ...reading, value, outcome: 'Succeeded', exitCode: null, output: '', outputTruncated: false };
  } catch (error) {
    if (signal.aborted) return failedResult('Interrupted', 'the run was stopped by the agent');
    if (limit.aborted) return failedResult('TimedOut', `the run was stopped after ${job.timeoutSeconds} seconds`);
    return failedResult('Failed', faultOf(error));
  }
};

const run = async (job: RunJob, signal: AbortSignal, report: (result: RunResult) => void): Promise<RunResult> => {
  const { program } = job;
  if (program.kind === 'builtIn' && program.name !== 'Command' && program.name !== 'Script') {
    return runBuiltIn(job, program.name, signal);
  }
  try {
    return await runProgram(job, signal, report);
  } catch (error) {
    return failedResult(error instanceof OperationError ? 'CouldNotStart' : 'Failed', faultOf(error));
  }
};

/**
 * The runner: a separate process for each run. It reads one job as a line of JSON from its input and writes messages as
 * lines of JSON. Closing its input, as when the agent dies, ends the run. Except on Windows, it finally kills its
 * process group, and with it everything that the run has started.
 */
export const runOperation = async (): Promise<void> => {
  const ending = new AbortController();
  const lines = createInterface({ input: process.stdin });
  lines.once('close', () => ending.abort());
  const [line] = (await once(lines, 'line')) as [string];
  // The agent may have closed the pipe.
  process.stdout.on('error', () => undefined);
  const write = (message: RunnerMessage): Promise<void> =>
    new Promise((resolve) => process.stdout.write(`${JSON.stringify(message)}\n`, () => resolve()));
  const job = JSON.parse(line) as RunJob;
  const result = await run(job, ending.signal, (reading) => void write({ reading }));
  await write({ result });
  if (process.platform === 'win32') process.exit(0);
  process.kill(-process.pid, 'SIGKILL');
};
