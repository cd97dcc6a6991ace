import { isTransient, pause } from './retry.ts';
import type { Log } from './log.ts';
import type { Session } from './session.ts';

const interval = 5_000;
const entriesPerCall = 200;

/** Sends the log's entries every few seconds while `enabled` says so. They wait in memory alone. */
export const shipLogs = async (options: {
  readonly session: Session;
  readonly log: Log;
  readonly signal: AbortSignal;
  readonly enabled: () => boolean;
}): Promise<void> => {
  const { session, log, signal, enabled } = options;
  while (!signal.aborted) {
    await pause(interval, signal);
    const entries = log.unshipped(entriesPerCall);
    if (signal.aborted || entries.length === 0) continue;
    try {
      if (enabled()) await session.call({ method: 'POST', path: '/v1/agents/logs', body: entries });
      log.shipped(entries.length);
    } catch (error) {
      // Saying so in the log would make another entry to ship.
      if (!signal.aborted && !isTransient(error)) throw error;
    }
  }
};
