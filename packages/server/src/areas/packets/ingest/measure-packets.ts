import type { Metrics } from '../../../platform/metrics.ts';
import type { PacketSender } from './check-packet.ts';
import type { IncomingPacket } from './incoming-packet.ts';

/** The numbers of packets of a call by outcome. */
export interface PacketCounts {
  readonly accepted: number;
  readonly duplicate: number;
  readonly conflict: number;
  readonly rejected: number;
}

/**
 * Updates the metrics for a call: the outcomes of its packets, and the lateness of the oldest that passed the checks.
 */
export const measurePackets = (
  { packets, packetLateness, tenants }: Metrics,
  sender: PacketSender,
  good: readonly IncomingPacket[],
  counts: PacketCounts,
): void => {
  for (const [outcome, count] of Object.entries<number>({ ...counts })) if (count > 0) packets.inc({ outcome }, count);
  if (counts.accepted > 0) tenants.count('packets', sender.tenantId, counts.accepted);
  if (good.length === 0) return;
  const oldest = good.reduce((min, { time }) => Math.min(min, time), Infinity);
  packetLateness.observe(Math.max(0, sender.now - oldest) / 1_000);
};
