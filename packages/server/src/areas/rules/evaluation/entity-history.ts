import type { PacketField } from '@cfs/contracts/packet-field';
import type { PacketMessage } from '@cfs/contracts/packets';
import type { EvaluationTurns } from './evaluation-turns.ts';
import { readPacketField } from './read-packet-field.ts';

/** A packet of the past. */
export interface PastPacket {
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly message: PacketMessage;
}

/** A packet and the number of its bytes that were read. */
export interface MeasuredPacket extends PastPacket {
  readonly bytes: number;
}

/** The value of a field at a time, in milliseconds since 1970. */
export interface Sample {
  readonly time: number;
  readonly value: unknown;
}

/** A name that is unique to the field. */
export const nameOfField = (field: PacketField): string =>
  field.group === 'Value' ? field.group : `${field.group}.${field.name}`;

/** The packets of one entity that arrived before the evaluated one. */
export interface EntityHistory {
  /**
   * The values of a field in the packets after `from` and before `to`, by time; they may include `null` and
   * `undefined`.
   */
  samples(field: PacketField, from: number, to: number): readonly Sample[];
}

/** A history to which packets are added. */
export interface GrowingHistory<Packet extends PastPacket = PastPacket> extends EntityHistory {
  /** Inserts a packet at its time. */
  add(packet: Packet): void;
  copy(): GrowingHistory<Packet>;
  /** Reads fields in advance and in turns; without it `samples` reads them at once. */
  prepare?(fields: readonly PacketField[], turns: Pick<EvaluationTurns, 'isDue' | 'take'>): Promise<void>;
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

/** The index range of the times after `from` and before `to`, in milliseconds. */
export const placesBetween = (times: readonly number[], from: number, to: number) => ({
  first: countUntil(times, from),
  end: countUntil(times, to - 1),
});

/** Most values of prepared fields that a history keeps. */
const maxPreparedValues = 2_000_000;

/** Keeps packets sorted by time; they may be added in any order. A field is read when it is requested or prepared. */
export const createEntityHistory = (packets: readonly PastPacket[] = []): GrowingHistory => {
  const sorted = packets.toSorted((one, other) => one.time - other.time);
  const times = sorted.map(({ time }) => time);
  const prepared = new Map<string, { readonly field: PacketField; readonly values: unknown[] }>();
  return {
    add(packet) {
      const place = countUntil(times, packet.time);
      sorted.splice(place, 0, packet);
      times.splice(place, 0, packet.time);
      for (const { field, values } of prepared.values())
        values.splice(place, 0, readPacketField(packet.message, field));
    },
    copy: () => createEntityHistory(sorted),
    async prepare(fields, turns) {
      const missing = fields.filter((field) => !prepared.has(nameOfField(field)));
      if ((prepared.size + missing.length) * sorted.length > maxPreparedValues) prepared.clear();
      for (const field of fields) {
        if (prepared.has(nameOfField(field))) continue;
        const values: unknown[] = [];
        for (const { message } of sorted) {
          if (turns.isDue()) await turns.take();
          values.push(readPacketField(message, field));
        }
        prepared.set(nameOfField(field), { field, values });
      }
    },
    samples(field, from, to) {
      const { first, end } = placesBetween(times, from, to);
      const values = prepared.get(nameOfField(field))?.values;
      return sorted.slice(first, end).map(({ time, message }, place) => ({
        time,
        value: values ? values[first + place] : readPacketField(message, field),
      }));
    },
  };
};
