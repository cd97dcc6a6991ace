import type { PacketMessage } from '@cfs/contracts/packets';

/** A packet of the past. */
export interface PastPacket {
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly message: PacketMessage;
}

/** The packets of one entity that arrived before the one that is evaluated. */
export interface EntityHistory {
  /** Those after `from` and not after `to`, by time. */
  between(from: number, to: number): readonly PastPacket[];
}

/** The first place whose packet is later than the time. */
const placeAfter = (packets: readonly PastPacket[], time: number): number => {
  let low = 0;
  let high = packets.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((packets[middle]?.time ?? 0) <= time) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** Keeps packets by time; they may be added in any order. */
export const createEntityHistory = (packets: readonly PastPacket[] = []) => {
  const sorted = packets.toSorted((one, other) => one.time - other.time);
  return {
    add(packet: PastPacket): void {
      sorted.splice(placeAfter(sorted, packet.time), 0, packet);
    },
    /** Forgets what is not after the time. */
    dropUntil(time: number): void {
      sorted.splice(0, placeAfter(sorted, time));
    },
    between: (from: number, to: number): readonly PastPacket[] =>
      sorted.slice(placeAfter(sorted, from), placeAfter(sorted, to)),
  };
};
