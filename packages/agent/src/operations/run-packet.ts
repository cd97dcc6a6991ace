import type { RunMessage } from '@cfs/contracts/agent-protocol';
import type { AgentOperation, RunReport } from '@cfs/contracts/agent-operations';
import { runLimits } from '@cfs/contracts/operation-enumerations';
import { packetLimits, type SentPacket } from '@cfs/contracts/packets';
import type { RunResult } from './operation-result.ts';
import { mapTexts } from './redact.ts';
import { storableText } from './storable-text.ts';

/** A finished run. */
export interface FinishedRun {
  readonly runId: string;
  /** ISO 8601. */
  readonly started: string;
  readonly durationMilliseconds: number;
  readonly result: RunResult;
}

/**
 * Makes all texts storable: one that the server refuses would lose the whole packet, or leave the run without a report.
 */
const storable = <Value>(value: Value): Value => mapTexts(value, storableText) as Value;

const isTooLarge = (message: RunMessage): boolean =>
  Buffer.byteLength(JSON.stringify(message)) > packetLimits.bytes - 1_024;

/** Builds the packet of a run; its results are left out if they are too large for one packet. */
export const packetOfRun = (
  { deviceOperationId, label, operationName }: Pick<AgentOperation, 'deviceOperationId' | 'label' | 'operationName'>,
  { runId, started, durationMilliseconds, result }: FinishedRun,
): SentPacket => {
  const { value, outcome, exitCode, output, outputTruncated, error } = result;
  const own = { BlockName: label, Operation: operationName, RunId: runId };
  const message = storable<RunMessage>({
    ...(value !== undefined && { Value: value }),
    Properties: { ...result.properties, ...own },
    Metrics: {
      ...result.metrics,
      DurationMilliseconds: durationMilliseconds,
      ...(exitCode !== null && { ExitCode: exitCode }),
    },
    States: { ...result.states, Outcome: outcome },
    Diagnostics: {
      ...(output !== '' && { Output: output, OutputTruncated: outputTruncated }),
      ...(error !== undefined && { Error: error.slice(0, runLimits.errorCharacters) }),
    },
  });
  const small = (): RunMessage => ({
    Properties: own,
    Metrics: { DurationMilliseconds: durationMilliseconds },
    States: { Outcome: outcome },
    Diagnostics: { Error: 'the result of the run is too large for a packet' },
  });
  return { entityId: deviceOperationId, timestamp: started, message: isTooLarge(message) ? small() : message };
};

export const reportOfRun = (
  completionToken: string,
  { runId, started, durationMilliseconds, result }: FinishedRun,
): RunReport =>
  storable({
    completionToken,
    runId,
    outcome: result.outcome,
    started,
    durationMilliseconds,
    exitCode: result.exitCode,
    output: result.output,
    outputTruncated: result.outputTruncated,
    error: result.error?.slice(0, runLimits.errorCharacters) ?? null,
  });
