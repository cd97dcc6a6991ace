import { setTimeout as pause } from 'node:timers/promises';
import { StartUpError } from '../../platform/start-up-error.ts';
import type { Postmaster } from './postmaster.ts';
import type { StartLog } from './start-embedded-database.ts';

/** A PostgreSQL that is started again each time it ends unasked. */
export interface KeptPostmaster {
  /** Settles when it is stopped, or with why it was given up after too many failures in a row. */
  readonly ended: Promise<StartUpError | undefined>;
  stop(): Promise<void>;
}

interface Options {
  readonly postmaster: Postmaster;
  readonly restart: () => Promise<Postmaster>;
  readonly log: StartLog;
  /** Milliseconds before the first restart; each further failure in a row doubles them, up to 50 times as long. */
  readonly firstPause?: number;
}

/** Deaths and failed starts that may follow upon each other. */
export const mostFailures = 8;
/** A PostgreSQL that ran this long was well: what happens afterwards is counted from one again. */
const wellAfterMilliseconds = 60_000;
const firstPauseMilliseconds = 100;

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/**
 * Watches a PostgreSQL and starts it again whenever it ends, the first time at once, then after ever longer pauses. A
 * start may fail for a moment, as long as processes of the one that was killed hold its memory.
 */
export const keepPostmaster = ({ postmaster, restart, log, ...options }: Options): KeptPostmaster => {
  const firstPause = options.firstPause ?? firstPauseMilliseconds;
  const stopping = new AbortController();
  let running: Postmaster | undefined = postmaster;

  /** Starts it again; answers why not when it failed too often. */
  const revive = async (since: number, begun: number): Promise<StartUpError | number> => {
    let failures = performance.now() - since > wellAfterMilliseconds ? 1 : begun + 1;
    let reason = 'it ended unasked.';
    while (failures <= mostFailures) {
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
    return new StartUpError(`The embedded database failed ${mostFailures} times in a row: ${reason}`);
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
      // A restart under way is waited for and ended like any other.
      do await running?.stop();
      while ((await Promise.race([ended.then(() => 'ended'), pause(20)])) !== 'ended');
    },
  };
};
