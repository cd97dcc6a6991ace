import { randomUUID } from 'node:crypto';
import type { AgentOperation, AgentRun } from '@cfs/contracts/agent-operations';
import type { SentPacket } from '@cfs/contracts/packets';
import { reasonOf, type Log } from '../log.ts';
import { retry } from '../retry.ts';
import { ServerError } from '../server-client.ts';
import type { Session } from '../session.ts';
import { failedResult } from './operation-result.ts';
import type { JournalEntry, RunJournal } from './run-journal.ts';
import { packetOfRun, reportOfRun, type FinishedRun } from './run-packet.ts';

/** Executes runs on demand, each at most once. */
export interface OnDemandRuns {
  /** Claims and executes the queued run of an operation, unless it was begun before. */
  take(operation: AgentOperation, run: AgentRun): void;
  /** Reports the runs that an earlier process of the agent left in the journal. */
  recover(): Promise<void>;
}

/** Maximum number of completion tokens that are remembered, because a configuration may still name finished runs. */
const maxRememberedTokens = 1_000;

/** Whether the server refuses the call permanently, so that a retry cannot succeed. */
const isFinal = (error: unknown): error is ServerError =>
  error instanceof ServerError &&
  error.isProblem &&
  error.status >= 400 &&
  error.status < 500 &&
  ![401, 403, 408, 429].includes(error.status);

export const createOnDemandRuns = (options: {
  readonly session: Session;
  readonly journal: RunJournal;
  readonly log: Log;
  readonly signal: AbortSignal;
  /** Runs the operation; resolves with its result. */
  readonly run: (
    operation: AgentOperation,
    runId: string,
    onStart: (started: string) => Promise<void>,
  ) => Promise<FinishedRun>;
  readonly keepPacket: (packet: SentPacket) => Promise<void>;
}): OnDemandRuns => {
  const { session, journal, log, signal, keepPacket } = options;
  const begun = new Set<string>();
  const claiming = new Map<string, string>();

  const remember = (completionToken: string): void => {
    begun.add(completionToken);
    if (begun.size > maxRememberedTokens) begun.delete(begun.values().next().value ?? '');
  };

  /** Retries a call until the server responds. Resolves with `undefined`, or with the error of a permanent refusal. */
  const callFinally = (what: string, path: string, body: unknown): Promise<ServerError | undefined> =>
    retry(what, { log, signal }, async () => {
      try {
        await session.call({ method: 'POST', path, body });
        return undefined;
      } catch (error) {
        if (isFinal(error)) return error;
        throw error;
      }
    });

  /** Resolves with whether the run may start. */
  const claim = async ({ deviceOperationId, completionToken, runId }: JournalEntry): Promise<boolean> => {
    const path = `/v1/agents/operations/${deviceOperationId}/claim`;
    const refusal = await callFinally('the claim of a run', path, { completionToken, runId });
    if (refusal) log.warn('the claim of a run on demand was rejected', { deviceOperationId, reason: refusal.message });
    return refusal === undefined;
  };

  /** Logs a failed write, which does not prevent the report to the server. */
  const orLogged = (deviceOperationId: string, kept: Promise<void>): Promise<void> =>
    kept.catch((error: unknown) => {
      log.error('the result of a run could not be stored', { deviceOperationId, reason: reasonOf(error) });
    });

  const deliver = async (entry: Extract<JournalEntry, { state: 'finished' }>): Promise<void> => {
    const { deviceOperationId, completionToken } = entry;
    await orLogged(deviceOperationId, keepPacket(entry.packet));
    const path = `/v1/agents/operations/${deviceOperationId}/complete`;
    const refusal = await callFinally('the report of a run', path, entry.report);
    if (refusal) log.warn('the report of a run was rejected', { deviceOperationId, reason: refusal.message });
    await journal.remove(completionToken);
  };

  /** Delivers in the background; an interrupted delivery is resumed at the next start. */
  const deliverLater = (entry: Extract<JournalEntry, { state: 'finished' }>): void => {
    deliver(entry).catch((error: unknown) => {
      if (!signal.aborted) log.error('the report of a run is postponed', { reason: reasonOf(error) });
    });
  };

  const runOnce = async (operation: AgentOperation, completionToken: string): Promise<void> => {
    const { deviceOperationId, operationName, label } = operation;
    const runId = claiming.get(completionToken) ?? randomUUID();
    const entry = { completionToken, deviceOperationId, runId };
    // Nothing has run: the next response of the server or the next start tries again, with the same id.
    const release = (): void => {
      claiming.set(completionToken, runId);
      begun.delete(completionToken);
    };
    try {
      await journal.write({ ...entry, state: 'claiming' });
      if (!(await claim({ ...entry, state: 'claiming' }))) {
        await journal.remove(completionToken);
        return;
      }
    } catch (error) {
      release();
      throw error;
    }
    const finished = await options.run(operation, runId, async (started) => {
      try {
        await journal.write({ ...entry, state: 'started', started, operationName, label });
      } catch (error) {
        release();
        throw error;
      }
    });
    const last = finishedEntry(entry, operation, finished);
    await orLogged(deviceOperationId, journal.write(last));
    await deliver(last);
  };

  return {
    take: (operation, { completionToken }) => {
      if (begun.has(completionToken)) return;
      remember(completionToken);
      runOnce(operation, completionToken).catch((error: unknown) => {
        if (signal.aborted) return;
        const { deviceOperationId } = operation;
        log.error('a run on demand could not be started', { deviceOperationId, reason: reasonOf(error) });
      });
    },
    recover: async () => {
      for (const entry of await journal.read()) {
        if (entry.state === 'claiming') {
          claiming.set(entry.completionToken, entry.runId);
          continue;
        }
        remember(entry.completionToken);
        if (entry.state === 'finished') {
          deliverLater(entry);
          continue;
        }
        const { runId, started, completionToken, deviceOperationId } = entry;
        const result = failedResult('Interrupted', 'the agent stopped during the run');
        const last = finishedEntry({ completionToken, deviceOperationId, runId }, entry, {
          runId,
          started,
          durationMilliseconds: 0,
          result,
        });
        await orLogged(deviceOperationId, journal.write(last));
        log.warn('a run on demand was interrupted and is not repeated', { deviceOperationId });
        deliverLater(last);
      }
    },
  };
};

const finishedEntry = (
  entry: Pick<JournalEntry, 'completionToken' | 'deviceOperationId' | 'runId'>,
  operation: Pick<AgentOperation, 'deviceOperationId' | 'label' | 'operationName'>,
  finished: FinishedRun,
): Extract<JournalEntry, { state: 'finished' }> => ({
  ...entry,
  state: 'finished',
  packet: packetOfRun(operation, finished),
  report: reportOfRun(entry.completionToken, finished),
});
