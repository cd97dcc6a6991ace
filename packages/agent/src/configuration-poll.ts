import type { AgentConfiguration } from '@cfs/contracts/agents';
import { reasonOf, type Log } from './log.ts';
import { createBackoff, isTransient } from './retry.ts';
import type { Session } from './session.ts';

/** Milliseconds; longer than the server holds a poll open. */
const timeout = 60_000;

/** Polls the configuration of the device until the signal aborts, and applies each new one. */
export const pollConfiguration = async (options: {
  readonly session: Session;
  readonly log: Log;
  readonly signal: AbortSignal;
  readonly apply: (configuration: AgentConfiguration) => Promise<void>;
  /** Called when the server responds that the configuration is unchanged. */
  readonly onUnchanged: () => Promise<void>;
}): Promise<void> => {
  const { session, log, signal, apply, onUnchanged } = options;
  const backoff = createBackoff(signal);
  let etag: string | undefined;
  while (!signal.aborted) {
    try {
      const answer = await session.call({
        method: 'GET',
        path: '/v1/agents/configuration',
        timeout,
        signal,
        ...(etag !== undefined && { headers: { 'if-none-match': etag } }),
      });
      backoff.reset();
      if (answer.status === 304) {
        await onUnchanged();
        continue;
      }
      await apply(answer.body as AgentConfiguration);
      etag = answer.etag;
    } catch (error) {
      if (signal.aborted) return;
      if (!isTransient(error)) throw error;
      log.warn('the configuration could not be read, trying again', { reason: reasonOf(error) });
      await backoff.next(error);
    }
  }
};
