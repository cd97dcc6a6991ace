import type { Logger } from 'pino';
import { Problem, unavailable } from '../../../platform/problems.ts';
import type { IncomingPacket, PacketOutcome } from './incoming-packet.ts';
import type { QueuedCall, QueueLoad } from './ingest-queue.ts';

/** Bound on the postponed packets of one tenant before more are refused. The packets of one commit may exceed it. */
const maxOfTenant = { packets: 10_000, weight: 32 * 1024 * 1024 };
/** Rules postpone packets once, and again each time that they are edited in the meantime. */
const maxPostponements = 5;
const retryAfterSeconds = 5;

/** Keeps the packets of calls whose rules are postponed, and queues them again once these are done. */
export interface PostponedPackets {
  /** Takes over the packets of the call that have no outcome yet; `settled` resolve when their rules are done. */
  wait(call: QueuedCall, settled: readonly Promise<void>[]): void;
}

const weightOf = (packets: readonly IncomingPacket[]): number =>
  packets.reduce((sum, packet) => sum + packet.weight, 0);

export const createPostponedPackets = (
  log: Pick<Logger, 'error'>,
  queueAgain: (call: QueuedCall) => void,
): PostponedPackets => {
  const loads = new Map<string, QueueLoad>();

  const count = (tenantId: string, packets: readonly IncomingPacket[], sign: 1 | -1): QueueLoad => {
    const before = loads.get(tenantId) ?? { packets: 0, weight: 0 };
    const load = { packets: before.packets + sign * packets.length, weight: before.weight + sign * weightOf(packets) };
    if (load.packets === 0) loads.delete(tenantId);
    else loads.set(tenantId, load);
    return before;
  };

  const wait = async (call: QueuedCall, settled: readonly Promise<void>[]): Promise<void> => {
    const { tenantId, submission, outcomes, resolve, reject } = call;
    const packets = submission.packets.filter((_, index) => outcomes[index] === undefined);
    const before = count(tenantId, packets, 1);
    try {
      const postponements = (call.postponements ?? 0) + 1;
      if (postponements > maxPostponements) throw unavailable('The rules change too often.', retryAfterSeconds);
      if (before.packets > maxOfTenant.packets || before.weight > maxOfTenant.weight)
        throw new Problem({
          status: 429,
          detail: 'Rules of this tenant are still evaluating earlier packets.',
          headers: { 'retry-after': String(retryAfterSeconds) },
        });
      await Promise.all(settled);
      queueAgain({
        tenantId,
        submission: { packets, spool: submission.spool },
        outcomes: [],
        postponements,
        resolve(later) {
          const remaining = later.values();
          resolve(submission.packets.map((_, index) => outcomes[index] ?? remaining.next().value ?? 'failed'));
        },
        reject,
      });
    } catch (error) {
      if (!(error instanceof Problem)) log.error({ err: error }, 'rules could not evaluate packets');
      reject(error instanceof Problem ? error : unavailable('The packets could not be stored now.', 1, error));
    } finally {
      count(tenantId, packets, -1);
    }
  };

  return { wait: (call, settled) => void wait(call, settled) };
};

/** The outcome of a packet, or a promise that resolves when its rules are done. */
export type Progress = PacketOutcome | Promise<void>;
