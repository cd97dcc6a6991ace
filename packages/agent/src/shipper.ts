import { agentBatchHeaders } from '@cfs/contracts/agent-protocol';
import { packetLimits, type PacketReceipt } from '@cfs/contracts/packets';
import { reasonOf, type Log } from './log.ts';
import { createBackoff, isTransient, pause } from './retry.ts';
import type { Session } from './session.ts';
import { ServerError } from './server-client.ts';
import type { Spool, SpoolBatch } from './spool.ts';

/**
 * Sends the packets of the spool in order, and retries each batch until the server accepts it or refuses it
 * permanently.
 */
export interface Shipper {
  /** Signals that there are packets to send. */
  wake(): void;
  /** Runs until the signal aborts. */
  run(): Promise<void>;
}

/** Well below the limits of one call, so that the server refuses no batch for its size; a proxy in between may. */
const batchLimits = { packets: 250, bytes: packetLimits.bodyBytes / 4 };
const longestSleep = 60_000;
/** Pause between batches while a backlog is sent: limits the rate to 1,000 packets a second. */
const replayPauseMilliseconds = 250;

/** Whether the batch is too large for the server or a proxy in between. */
const isTooLarge = (error: unknown): boolean => error instanceof ServerError && error.status === 413;

/** Whether the server itself rejects the whole batch as invalid, so that a retry cannot succeed. */
const isAtFault = (error: unknown): boolean =>
  error instanceof ServerError && error.isProblem && (error.status === 400 || error.status === 415);

export const createShipper = (options: {
  readonly spool: Spool;
  readonly session: Session;
  readonly log: Log;
  readonly signal: AbortSignal;
}): Shipper => {
  const { spool, session, log, signal } = options;
  let sleeping = new AbortController();
  /** Halved when a batch is too large, and raised by one with each batch that is sent. */
  let maxPackets = batchLimits.packets;

  const send = async ({ packets, sequence, oldestUnsent }: SpoolBatch): Promise<void> => {
    const answer = await session.call({
      method: 'POST',
      path: '/v1/packets',
      headers: {
        [agentBatchHeaders.time]: new Date().toISOString(),
        [agentBatchHeaders.sequence]: String(sequence),
        ...(oldestUnsent !== undefined && { [agentBatchHeaders.oldestUnsent]: oldestUnsent }),
      },
      body: packets,
    });
    const { rejected, conflicts } = answer.body as PacketReceipt;
    if (rejected.length > 0) log.error('the server rejected packets', { rejected });
    if (conflicts.length > 0) log.error('the server has different packets with the same timestamps', { conflicts });
  };

  const sendOrDrop = async (batch: SpoolBatch): Promise<void> => {
    try {
      await send(batch);
      maxPackets = Math.min(maxPackets + 1, batchLimits.packets);
    } catch (error) {
      if (isTooLarge(error) && batch.packets.length > 1) {
        maxPackets = Math.ceil(batch.packets.length / 2);
        log.warn('a batch was too large, sending smaller ones', { packets: maxPackets });
        return;
      }
      if (!isTooLarge(error) && !isAtFault(error)) throw error;
      log.error('the server rejected an entire batch', { packets: batch.packets.length, reason: reasonOf(error) });
    }
    try {
      await spool.acknowledge(batch);
    } catch (error) {
      log.error('the acknowledged position in the spool could not be stored', { reason: reasonOf(error) });
    }
  };

  return {
    wake: () => sleeping.abort(),
    run: async () => {
      const backoff = createBackoff(signal);
      while (!signal.aborted) {
        sleeping = new AbortController();
        try {
          const batch = await spool.read({ ...batchLimits, packets: maxPackets });
          if (batch) {
            await sendOrDrop(batch);
            if (batch.oldestUnsent !== undefined) await pause(replayPauseMilliseconds, signal);
          } else await pause(longestSleep, AbortSignal.any([signal, sleeping.signal]));
          backoff.reset();
        } catch (error) {
          if (signal.aborted) return;
          if (!isTransient(error)) throw error;
          log.warn('packets could not be sent, trying again', { reason: reasonOf(error) });
          await backoff.next(error);
        }
      }
    },
  };
};
