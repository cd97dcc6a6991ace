import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { AgentOperation } from '@cfs/contracts/agent-operations';
import type { AgentConfiguration } from '@cfs/contracts/agents';
import { operationFrequencies } from '@cfs/contracts/operation-enumerations';
import type { SentPacket } from '@cfs/contracts/packets';
import type { Network } from '../http-request.ts';
import { reasonOf, type Log } from '../log.ts';
import type { Session } from '../session.ts';
import { createOnDemandRuns } from './on-demand-runs.ts';
import { failedResult, OperationError, type RunJob, type RunResult } from './operation-result.ts';
import { resolveParameters, type RuntimeFacts } from './parameters.ts';
import { createRedactor, mapTexts } from './redact.ts';
import type { RunJournal } from './run-journal.ts';
import { packetOfRun, type FinishedRun } from './run-packet.ts';
import { runInProcess } from './run-process.ts';
import { nextDue, scheduleOf } from './schedule.ts';

/** Runs the operations of the device according to its configuration. */
export interface Operations {
  /** Starts, changes and ends operations to match the configuration. */
  apply(configuration: AgentConfiguration): void;
  /** Ends all runs, and resolves when they have ended. */
  stop(): Promise<void>;
}

/** Maximum number of concurrent scheduled runs; further runs wait. */
const maxParallelRuns = 4;
/** Node limits a timer to 24.8 days; a shorter wait also notices changes of the system clock. */
const maxTimerMilliseconds = 60_000;
/** An operation that is new on the machine runs within this time. */
const firstRunMilliseconds = 5_000;

interface Assigned {
  readonly operation: AgentOperation;
  readonly fingerprint: string;
  /** Ends its schedule: it was changed, disabled or removed. */
  readonly ending: AbortController;
  /** Ends its run too; a run continues if its operation was only changed. */
  readonly cancelling: AbortController;
}

const { OnDemand, Recurring, OneTimeKeepAlive } = operationFrequencies;

/** Identifies how an operation runs: all members except `run`. */
export const fingerprintOf = ({ run: _run, ...operation }: AgentOperation): string => JSON.stringify(operation);

const secretsOf = ({ parameters }: AgentOperation): string[] => parameters.flatMap(({ secrets }) => secrets);

/** Limits the number of concurrent tasks. */
const createSlots = (count: number) => {
  let free = count;
  const waiting: (() => void)[] = [];
  return async <Result>(task: () => Promise<Result>): Promise<Result> => {
    if (free === 0) await new Promise<void>((resolve) => waiting.push(resolve));
    else free -= 1;
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
};

export const createOperations = (options: {
  readonly session: Session;
  readonly journal: RunJournal;
  readonly log: Log;
  readonly signal: AbortSignal;
  readonly network: Network;
  /** Directory of the files of runs in progress; files that an earlier process of the agent left in it are removed. */
  readonly scratchDirectory: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly keepPacket: (packet: SentPacket) => Promise<void>;
  /** Directory of the installed version of a package; `undefined` if it is not installed. */
  readonly packageDirectory: (packageId: string, packageVersionId: string) => string | undefined;
  readonly factsOf: (operation: AgentOperation, packageDirectory: string | undefined) => RuntimeFacts;
  /** Fingerprints of the operations that this machine already had; others run soon after they are assigned. */
  readonly known: ReadonlySet<string>;
}): Operations => {
  const { log, signal, keepPacket } = options;
  const assigned = new Map<string, Assigned>();
  const known = new Set(options.known);
  const inSlot = createSlots(maxParallelRuns);
  /** The run in progress of each operation, so that no second one begins. */
  const runs = new Map<string, Promise<unknown>>();

  const jobOf = (operation: AgentOperation, scratchDirectory: string): RunJob => {
    const { program } = operation;
    const directory =
      program.kind === 'package' ? options.packageDirectory(program.packageId, program.packageVersionId) : undefined;
    if (program.kind === 'package' && directory === undefined) {
      throw new OperationError(`version ${program.version} of the package is not installed`);
    }
    return {
      program,
      resultType: operation.resultType,
      parameters: resolveParameters(operation, options.factsOf(operation, directory), options.environment),
      secrets: secretsOf(operation),
      timeoutSeconds: operation.timeoutSeconds,
      memoryLimitMebibytes: operation.memoryLimitMebibytes,
      keepAlive: operation.frequency === OneTimeKeepAlive,
      packageDirectory: directory,
      scratchDirectory,
      network: options.network,
    };
  };

  /** Removes the script that a killed runner has left, which may contain secrets. */
  const removeScratch = (scratchDirectory: string): Promise<void> =>
    rm(scratchDirectory, { recursive: true, force: true }).catch((error: unknown) => {
      log.error('the files of a run could not be removed', { reason: reasonOf(error) });
    });
  const removedEarlier = removeScratch(options.scratchDirectory);

  const execute = async (
    operation: AgentOperation,
    ending: AbortSignal,
    runId: string,
    onStart: (started: string) => Promise<void>,
    report: (result: RunResult) => void,
  ): Promise<FinishedRun> => {
    const { deviceOperationId, label } = operation;
    const { redact } = createRedactor(secretsOf(operation));
    const clean = (result: RunResult): RunResult => mapTexts(result, redact) as RunResult;
    const started = new Date().toISOString();
    const began = performance.now();
    await onStart(started);
    const scratchDirectory = join(options.scratchDirectory, runId);
    const result = await (async () => {
      try {
        const job = jobOf(operation, scratchDirectory);
        return clean(await runInProcess(job, ending, (reading) => report(clean(reading))));
      } catch (error) {
        return failedResult('CouldNotStart', redact(reasonOf(error)));
      }
    })();
    await removeScratch(scratchDirectory);
    const durationMilliseconds = Math.round(performance.now() - began);
    const facts = { deviceOperationId, label, outcome: result.outcome, durationMilliseconds };
    if (result.outcome === 'Succeeded') log.debug('operation ran', { ...facts, exitCode: result.exitCode });
    else log.warn('operation failed', { ...facts, exitCode: result.exitCode, reason: result.error });
    return { runId, started, durationMilliseconds, result };
  };

  const keep = async (operation: AgentOperation, finished: FinishedRun): Promise<void> => {
    try {
      await keepPacket(packetOfRun(operation, finished));
    } catch (error) {
      const { deviceOperationId } = operation;
      log.error('the result of an operation could not be stored', { deviceOperationId, reason: reasonOf(error) });
    }
  };

  /** Starts a run unless one of the same operation is in progress. */
  const begin = <Result>(id: string, run: () => Promise<Result>): Promise<Result> | undefined => {
    if (runs.has(id)) return undefined;
    const running = run().finally(() => runs.delete(id));
    runs.set(id, running);
    return running;
  };

  /** Starts a run once the one in progress has ended. */
  const beginNext = async <Result>(id: string, run: () => Promise<Result>): Promise<Result> => {
    for (;;) {
      const running = begin(id, run);
      if (running) return running;
      await runs.get(id)?.catch(() => undefined);
    }
  };

  const runScheduled = async (entry: Assigned): Promise<void> => {
    const { operation, cancelling } = entry;
    const finished = await inSlot(() =>
      execute(
        operation,
        cancelling.signal,
        randomUUID(),
        async () => undefined,
        () => undefined,
      ),
    );
    if (finished.result.outcome !== 'Interrupted') await keep(operation, finished);
  };

  const runOnSchedule = async (entry: Assigned): Promise<void> => {
    const { operation, ending } = entry;
    const schedule = scheduleOf(operation.deviceOperationId, operation.intervalSeconds);
    const jitterMilliseconds = operation.jitterSeconds * 1_000;
    const nextTime = (): number => nextDue(schedule, Date.now()) + Math.random() * jitterMilliseconds;
    const maxRest = schedule.intervalMilliseconds + jitterMilliseconds;
    const isNew = !known.has(fingerprintOf(operation));
    known.add(fingerprintOf(operation));
    const soon = Math.min(firstRunMilliseconds, jitterMilliseconds) * Math.random();
    let due = isNew ? Date.now() + soon : nextTime();
    while (!ending.signal.aborted) {
      const rest = due - Date.now();
      if (rest > maxRest) {
        // The clock was set back.
        due = nextTime();
        continue;
      }
      if (rest > 0) {
        await wait(Math.min(rest, maxTimerMilliseconds), undefined, { signal: ending.signal });
        continue;
      }
      const { deviceOperationId } = operation;
      const running = begin(deviceOperationId, () => runScheduled(entry));
      if (!running) log.warn('a run is skipped: the previous one is still in progress', { deviceOperationId });
      due = nextTime();
    }
  };

  const keepAlive = async (entry: Assigned): Promise<void> => {
    const { operation, ending, cancelling } = entry;
    while (!ending.signal.aborted) {
      const runId = randomUUID();
      const reading = (result: RunResult): void => {
        const started = new Date().toISOString();
        void keep(operation, { runId, started, durationMilliseconds: 0, result });
      };
      const finished = await beginNext(operation.deviceOperationId, () =>
        execute(operation, cancelling.signal, runId, async () => undefined, reading),
      );
      if (finished.result.outcome !== 'Interrupted') {
        await keep(operation, { ...finished, started: new Date().toISOString() });
      }
      await wait(operation.intervalSeconds * 1_000, undefined, { signal: ending.signal });
    }
  };

  const onDemand = createOnDemandRuns({
    session: options.session,
    journal: options.journal,
    log,
    signal,
    keepPacket,
    run: (operation, runId, onStart) => {
      const cancelled = assigned.get(operation.deviceOperationId)?.cancelling.signal ?? AbortSignal.abort();
      return beginNext(operation.deviceOperationId, () =>
        execute(operation, cancelled, runId, onStart, () => undefined),
      );
    },
  });

  const follow = (entry: Assigned): void => {
    const { frequency, deviceOperationId } = entry.operation;
    if (frequency === OnDemand) return;
    const work = frequency === Recurring ? runOnSchedule(entry) : keepAlive(entry);
    work.catch((error: unknown) => {
      if (!entry.ending.signal.aborted)
        log.error('an operation stopped unexpectedly', { deviceOperationId, reason: reasonOf(error) });
    });
  };

  const apply = ({ enabled, operations }: AgentConfiguration): void => {
    if (signal.aborted) return;
    const wanted = new Map(
      operations.filter((operation) => enabled && operation.enabled).map((each) => [each.deviceOperationId, each]),
    );
    for (const [id, entry] of assigned) {
      const operation = wanted.get(id);
      if (operation && entry.fingerprint === fingerprintOf(operation)) continue;
      assigned.delete(id);
      entry.ending.abort();
      if (!operation || operation.frequency === OneTimeKeepAlive) entry.cancelling.abort();
    }
    for (const [id, operation] of wanted) {
      if (!assigned.has(id)) {
        const entry = {
          operation,
          fingerprint: fingerprintOf(operation),
          ending: new AbortController(),
          cancelling: new AbortController(),
        };
        assigned.set(id, entry);
        follow(entry);
      }
      if (operation.frequency === OnDemand && operation.run) onDemand.take(operation, operation.run);
    }
  };

  let recovered: Promise<void> | undefined;
  return {
    apply: (configuration) => {
      recovered ??= onDemand.recover().catch((error: unknown) => {
        log.error('the journal of runs could not be read', { reason: reasonOf(error) });
      });
      void Promise.all([recovered, removedEarlier]).then(() => apply(configuration));
    },
    stop: async () => {
      for (const { ending, cancelling } of assigned.values()) {
        ending.abort();
        cancelling.abort();
      }
      await Promise.allSettled(runs.values());
    },
  };
};
