import { setTimeout as pause } from 'node:timers/promises';
import { StartUpError } from '../../platform/start-up-error.ts';
import type { Postmaster } from './postmaster.ts';
import type { StartLog } from './start-embedded-database.ts';

/** A PostgreSQL that is restarted each time it ends unexpectedly. */
export interface KeptPostmaster {
  /** Resolves with undefined when it is stopped, or with the reason if it failed too often in a row. */
  readonly ended: Promise<StartUpError | undefined>;
  stop(): Promise<void>;
}

interface Options {
  readonly postmaster: Postmaster;
  readonly restart: () => Promise<Postmaster>;
  readonly log: StartLog;
  /** Milliseconds before the first restart; doubled for each consecutive failure, up to 50 times the first pause. */
  readonly firstPause?: number;
}

/** The maximum number of consecutive failures: unexpected ends and failed starts. */
export const maxFailures = 8;
/** A PostgreSQL that has run this long counts as healthy: its end is the first failure of a new series. */
const wellAfterMilliseconds = 60_000;
const firstPauseMilliseconds = 100;

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/**
 * Watches a PostgreSQL and restarts it whenever it ends, with exponential backoff. A start may fail at first, while
 * remaining processes of the killed server still hold its shared memory.
 */
export const supervisePostmaster = ({ postmaster, restart, log, ...options }: Options): KeptPostmaster => {
  const firstPause = options.firstPause ?? firstPauseMilliseconds;
  const stopping = new AbortController();
  let running: Postmaster | undefined = postmaster;

  /** Restarts it; resolves with the number of consecutive failures, or with the error if there were too many. */
  const revive = async (since: number, begun: number): Promise<StartUpError | number> => {
    let failures = performance.now() - since > wellAfterMilliseconds ? 1 : begun + 1;
    let reason = 'it ended unexpectedly.';
    while (failures <= maxFailures) {
      const wait = firstPause * Math.min(50, 2 ** (failures - 1));
      await pause(wait, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return failures;
      try {
        running = await restart();
        log.warn('The embedded database had ended and was started again.');
        return failures;
      } catch (error) {
        reason = reasonOf(error);
        log.warn(`The embedded database could not be started again: ${reason}`);
        failures += 1;
      }
    }
    return new StartUpError(`The embedded database failed ${maxFailures} times in a row: ${reason}`);
  };

  const watch = async (): Promise<StartUpError | undefined> => {
    let failures = 0;
    while (running) {
      const since = performance.now();
      await running.ended;
      running = undefined;
      if (stopping.signal.aborted) return undefined;
      const revived = await revive(since, failures);
      if (typeof revived !== 'number') return revived;
      failures = revived;
    }
    return undefined;
  };
  const ended = watch();

  return {
    ended,
    async stop() {
      stopping.abort();
      // A restart in progress is awaited, and its server is stopped too.
      do await running?.stop();
      while ((await Promise.race([ended.then(() => 'ended'), pause(20)])) !== 'ended');
    },
  };
};
