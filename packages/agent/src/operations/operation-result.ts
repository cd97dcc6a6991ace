import type { AgentProgram } from '@cfs/contracts/agent-operations';
import { isRecord } from '@cfs/contracts/json-record';
import type { OperationResultType, RunOutcome } from '@cfs/contracts/operation-enumerations';
import type { Network } from '../http-request.ts';

/** What the agent asks its runner to do; a line of JSON. */
export interface RunJob {
  readonly program: AgentProgram;
  readonly resultType: OperationResultType;
  readonly parameters: Readonly<Record<string, string>>;
  /** What is redacted where a result is cut, since a part of a secret cannot be found behind the cut. */
  readonly secrets: readonly string[];
  readonly timeoutSeconds: number;
  readonly memoryLimitMebibytes: number;
  /** The run does not end by itself: each line of its output is a reading. */
  readonly keepAlive: boolean;
  /** Where the bundle of a package operation lies; `undefined` for one that is built in. */
  readonly packageDirectory: string | undefined;
  /** Where scripts are written while they run. */
  readonly scratchDirectory: string;
  readonly network: Network;
}

export type ReadingValue = string | number | boolean;
export type Facts = Readonly<Record<string, string | number | boolean>>;

/** What an operation found out. */
export interface Reading {
  readonly value?: ReadingValue | undefined;
  readonly metrics?: Facts;
  readonly states?: Facts;
  readonly properties?: Facts;
  /** What is wrong with the target; the operation itself worked. */
  readonly error?: string;
}

/** How a run went, or one reading of a run that is kept alive. */
export interface RunResult extends Reading {
  readonly outcome: RunOutcome;
  readonly exitCode: number | null;
  readonly output: string;
  readonly outputTruncated: boolean;
}

/** A line of the runner's output: readings of a run that is kept alive, and its result at the end. */
export type RunnerMessage = { readonly reading: RunResult } | { readonly result: RunResult };

/** `undefined` for a line that is no message, such as one that a runner was killed in. */
export const runnerMessageOf = (line: string): RunnerMessage | undefined => {
  try {
    const { reading, result } = JSON.parse(line) as { readonly reading?: RunResult; readonly result?: RunResult };
    if (isRecord(reading)) return { reading };
    return isRecord(result) ? { result } : undefined;
  } catch {
    return undefined;
  }
};

/** An operation could not do its work; the message says why, for the person who configured it. */
export class OperationError extends Error {
  override name = 'OperationError';
}

export const failedResult = (outcome: RunOutcome, error: string): RunResult => ({
  outcome,
  exitCode: null,
  output: '',
  outputTruncated: false,
  error,
});
