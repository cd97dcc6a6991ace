import type { PacketField } from '@cfs/contracts/packet-field';
import type { PacketMessage } from '@cfs/contracts/packets';
import { readPacketField } from './read-packet-field.ts';

/** A packet of the past. */
export interface PastPacket {
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly message: PacketMessage;
}

/** A packet and the bytes of it that were read. */
export interface MeasuredPacket extends PastPacket {
  readonly bytes: number;
}

/** What a field had been at a time, milliseconds since 1970. */
export interface Sample {
  readonly time: number;
  readonly value: unknown;
}

/** The packets of one entity that arrived before the one that is evaluated. */
export interface EntityHistory {
  /** The values of a field in the packets after `from` and before `to`, by time; `null` and `undefined` may be among them. */
  samples(field: PacketField, from: number, to: number): readonly Sample[];
}

/** A history to which packets are added. */
export interface GrowingHistory<Packet extends PastPacket = PastPacket> extends EntityHistory {
  /** Inserts a packet at its time. */
  add(packet: Packet): void;
  copy(): GrowingHistory<Packet>;
}

/** The number of times that are not after `time`; `times` are sorted. */
export const countUntil = (times: readonly number[], time: number): number => {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? 0) <= time) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** The times that lie after `from` and before `to`, milliseconds, as a range of places. */
export const placesBetween = (times: readonly number[], from: number, to: number) => ({
  first: countUntil(times, from),
  end: countUntil(times, to - 1),
});

/** Keeps packets by time; they may be added in any order. A field of them is read when it is asked for. */
export const createEntityHistory = (packets: readonly PastPacket[] = []): GrowingHistory => {
  const sorted = packets.toSorted((one, other) => one.time - other.time);
  const times = sorted.map(({ time }) => time);
  return {
    add(packet) {
      const place = countUntil(times, packet.time);
      sorted.splice(place, 0, packet);
      times.splice(place, 0, packet.time);
    },
    copy: () => createEntityHistory(sorted),
    samples(field, from, to) {
      const { first, end } = placesBetween(times, from, to);
      return sorted.slice(first, end).map(({ time, message }) => ({ time, value: readPacketField(message, field) }));
    },
  };
};
