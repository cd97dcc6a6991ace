import type { AgentProgram } from '@cfs/contracts/agent-operations';
import { isRecord } from '@cfs/contracts/json-record';
import type { OperationResultType, RunOutcome } from '@cfs/contracts/operation-enumerations';
import type { Network } from '../http-request.ts';

/** The job that the agent sends to its runner as a line of JSON. */
export interface RunJob {
  readonly program: AgentProgram;
  readonly resultType: OperationResultType;
  readonly parameters: Readonly<Record<string, string>>;
  /** Secrets to redact where a result is cut, because a part of a secret cannot be recognised after the cut. */
  readonly secrets: readonly string[];
  readonly timeoutSeconds: number;
  readonly memoryLimitMebibytes: number;
  /** The run continues until it is stopped: each line of its output is a reading. */
  readonly keepAlive: boolean;
  /** Directory of the package of an operation; `undefined` for a built-in operation. */
  readonly packageDirectory: string | undefined;
  /** Directory of scripts while they run. */
  readonly scratchDirectory: string;
  readonly network: Network;
}

export type ReadingValue = string | number | boolean;
export type Facts = Readonly<Record<string, string | number | boolean>>;

/** The values that an operation has read. */
export interface Reading {
  readonly value?: ReadingValue | undefined;
  readonly metrics?: Facts;
  readonly states?: Facts;
  readonly properties?: Facts;
  /** The fault of the target; the operation itself succeeded. */
  readonly error?: string;
}

/** The result of a run, or one reading of a run that is kept alive. */
export interface RunResult extends Reading {
  readonly outcome: RunOutcome;
  readonly exitCode: number | null;
  readonly output: string;
  readonly outputTruncated: boolean;
}

/** A line of the runner's output: readings of a run that is kept alive, and its result at the end. */
export type RunnerMessage = { readonly reading: RunResult } | { readonly result: RunResult };

/** Parses a line; `undefined` if it is not a message, such as a line that a killed runner left incomplete. */
export const runnerMessageOf = (line: string): RunnerMessage | undefined => {
  try {
    const { reading, result } = JSON.parse(line) as { readonly reading?: RunResult; readonly result?: RunResult };
    if (isRecord(reading)) return { reading };
    return isRecord(result) ? { result } : undefined;
  } catch {
    return undefined;
  }
};

/** An operation could not do its work; the message gives the reason to the user who configured it. */
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
