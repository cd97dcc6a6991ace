import type { PacketMessage } from '@cfs/contracts/packets';
import type { Context } from '../../platform/context.ts';
import type { Services } from '../../platform/services.ts';
import { createTimeSlices } from '../../platform/time-slices.ts';
import { checkPacket } from './check-packet.ts';
import { isRejection, rejectionReasons, type IncomingPacket, type StoredOutcome } from './incoming-packet.ts';
import { measurePackets } from './measure-packets.ts';
import type { IngestPipeline } from './ingest-pipeline.ts';

/** A reading that an area made of what somebody sent in another form. */
export interface MadePacket {
  readonly entityId: string;
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly message: PacketMessage;
}

/** What became of a made packet: stored, known already, taken by other content at its time, or refused with the reason. */
export type MadeOutcome = StoredOutcome | { readonly fault: string };

/** Takes packets that other areas make, through the same queue, checks, rules and measures as those of `POST /v1/packets`. */
export interface PacketIntake {
  /**
   * Says before the work of reading a body whether its packets would be taken now.
   *
   * @throws 429 and 503 with Retry-After when too many packets wait.
   */
  requireRoom(tenantId: string): void;
  /**
   * Answers once the packets are durable, with what became of each in the order given.
   *
   * @throws what `requireRoom` throws, and 503 when the database cannot take them: some may be stored then, and are
   * duplicates when they are sent again.
   */
  take(context: Context, packets: readonly MadePacket[]): Promise<readonly MadeOutcome[]>;
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
    const outcomes: MadeOutcome[] = [];
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
