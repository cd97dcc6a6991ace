import type { PacketMessage } from '@cfs/contracts/packets';
import type { Context } from '../../../platform/context.ts';
import type { Services } from '../../../platform/services.ts';
import { createTimeSlices } from '../../../platform/time-slices.ts';
import { checkPacket } from './check-packet.ts';
import { isRejection, rejectionReasons, type IncomingPacket, type StoredOutcome } from './incoming-packet.ts';
import { measurePackets } from './measure-packets.ts';
import type { IngestPipeline } from './ingest-pipeline.ts';

/** A reading that an area has created from data in another format. */
export interface DerivedPacket {
  readonly entityId: string;
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly message: PacketMessage;
}

/**
 * The outcome of a made packet: added, a duplicate, in conflict with other content at its time, or rejected with a
 * reason.
 */
export type DerivedOutcome = StoredOutcome | { readonly fault: string };

/**
 * Stores packets that other areas create, through the same queue, checks, rules and metrics as those of `POST
 * /v1/packets`.
 */
export interface PacketIntake {
  /**
   * Checks, before a body is read, whether its packets would be accepted now.
   *
   * @throws 429 and 503 with Retry-After if too many packets wait.
   */
  requireRoom(tenantId: string): void;
  /**
   * Resolves once the packets are durable, with the outcome of each in the given order.
   *
   * @throws what `requireRoom` throws, and 503 if the database cannot store them: some may be stored then, and are
   *   duplicates when they are resent.
   */
  take(context: Context, packets: readonly DerivedPacket[]): Promise<readonly DerivedOutcome[]>;
}

const furthestTime = 8.64e15;

const timestampOf = (time: number): string =>
  Math.abs(time) <= furthestTime ? new Date(time).toISOString() : String(time);

export const createPacketIntake = (
  { configuration, metrics }: Pick<Services, 'configuration' | 'metrics'>,
  pipeline: IngestPipeline,
): PacketIntake => ({
  requireRoom: (tenantId) => pipeline.requireRoom(tenantId),
  async take(context, packets) {
    const sender = {
      tenantId: context.tenantId,
      deviceId: undefined,
      spooled: false,
      now: context.clock.now().getTime(),
      retentionDays: configuration.packetRetentionDays,
      origin: { traceId: context.traceId, span: context.span },
    };
    const outcomes: DerivedOutcome[] = [];
    const good: { readonly index: number; readonly packet: IncomingPacket }[] = [];
    const slices = createTimeSlices();
    for (const [index, { entityId, time, message }] of packets.entries()) {
      if (slices.isOver()) await slices.next();
      const checked = checkPacket({ entityId, timestamp: timestampOf(time), message }, sender);
      if ('packet' in checked) good.push({ index, packet: checked.packet });
      else outcomes[index] = { fault: checked.errors.join('; ') };
    }
    const stored = await pipeline.submit({ packets: good.map(({ packet }) => packet), spool: undefined });
    for (const [place, { index }] of good.entries()) {
      const outcome = stored[place] ?? 'failed';
      outcomes[index] = isRejection(outcome) ? { fault: rejectionReasons[outcome] } : outcome;
    }
    const countOf = (name: StoredOutcome): number => stored.filter((outcome) => outcome === name).length;
    measurePackets(
      metrics,
      sender,
      good.map(({ packet }) => packet),
      {
        accepted: countOf('added'),
        duplicate: countOf('duplicate'),
        conflict: countOf('conflict'),
        rejected: packets.length - good.length + stored.filter(isRejection).length,
      },
    );
    return outcomes;
  },
});
