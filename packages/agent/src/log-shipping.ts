import { isTransient, pause } from './retry.ts';
import { reasonOf, type Log } from './log.ts';
import { ServerError } from './server-client.ts';
import type { Session } from './session.ts';

const interval = 5_000;
/** The server accepts 500 entries and, by the default of its BODY_LIMIT, 1 MiB per call. */
const batchLimits = { entries: 200, bytes: 524_288 } as const;

/**
 * Sends the log entries every five seconds while `enabled` returns true, and discards them otherwise. They are held in
 * memory only.
 */
export const shipLogs = async (options: {
  readonly session: Session;
  readonly log: Log;
  readonly signal: AbortSignal;
  readonly enabled: () => boolean;
}): Promise<void> => {
  const { session, log, signal, enabled } = options;
  /** Halved when a call is too large for the server or a proxy, and doubled with each call that succeeds. */
  let maxEntries: number = batchLimits.entries;
  let isRefused = false;

  /** Logs a refusal once until entries are accepted again, because the warning is itself an entry to ship. */
  const logRefusalOnce = (entries: number, error: unknown): void => {
    if (!isRefused) log.warn('log entries were rejected and dropped', { entries, reason: reasonOf(error) });
    isRefused = true;
  };

  while (!signal.aborted) {
    await pause(interval, signal);
    const entries = log.unshipped({ ...batchLimits, entries: maxEntries });
    if (signal.aborted || entries.length === 0) continue;
    try {
      if (enabled()) {
        await session.call({ method: 'POST', path: '/v1/agents/logs', body: entries });
        maxEntries = Math.min(2 * maxEntries, batchLimits.entries);
        isRefused = false;
      }
      log.shipped(entries);
    } catch (error) {
      if (signal.aborted) return;
      const isTooLarge = error instanceof ServerError && error.status === 413;
      if (isTooLarge && entries.length > 1) {
        maxEntries = Math.ceil(entries.length / 2);
        continue;
      }
      // Logging it would add another entry to ship.
      if (isTransient(error) && !isTooLarge) continue;
      // Only a refusal of the machine ends the agent.
      if (!(error instanceof ServerError) || error.status === 401) throw error;
      logRefusalOnce(entries.length, error);
      log.shipped(entries);
    }
  }
};
