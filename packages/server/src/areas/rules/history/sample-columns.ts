import type { PacketField } from '@cfs/contracts/packet-field';
import {
  countUntil,
  nameOfField,
  placesBetween,
  type GrowingHistory,
  type MeasuredPacket,
} from '../evaluation/entity-history.ts';
import { readPacketField } from '../evaluation/read-packet-field.ts';

/** Packets of one entity by time, reduced to some fields: a column for each. */
export interface SampleColumns extends GrowingHistory<MeasuredPacket> {
  readonly times: readonly number[];
  /** Bytes of each packet. */
  readonly bytes: readonly number[];
  /** The values of each field, one per packet. */
  readonly columns: readonly (readonly unknown[])[];
  /** Removes the packet of a time, if there is one. */
  remove(time: number): void;
  copy(): SampleColumns;
  /** A copy of the packets from index `first` to before `end`. */
  slice(first: number, end?: number): SampleColumns;
}

const columnsOf = (
  fields: readonly PacketField[],
  times: number[],
  bytes: number[],
  columns: readonly unknown[][],
): SampleColumns => {
  const places = new Map(fields.map((field, place) => [nameOfField(field), place]));
  const slice = (first: number, end?: number): SampleColumns =>
    columnsOf(
      fields,
      times.slice(first, end),
      bytes.slice(first, end),
      columns.map((values) => values.slice(first, end)),
    );
  return {
    times,
    bytes,
    columns,
    add(packet) {
      const place = countUntil(times, packet.time);
      times.splice(place, 0, packet.time);
      bytes.splice(place, 0, packet.bytes);
      for (const [index, field] of fields.entries())
        columns[index]?.splice(place, 0, readPacketField(packet.message, field));
    },
    copy: () => slice(0),
    slice,
    remove(time) {
      const place = countUntil(times, time) - 1;
      if (times[place] !== time) return;
      for (const column of [times, bytes, ...columns]) column.splice(place, 1);
    },
    samples(field, from, to) {
      const values = columns[places.get(nameOfField(field)) ?? -1];
      if (!values) throw new Error(`No column of ${nameOfField(field)} is kept.`);
      const { first, end } = placesBetween(times, from, to);
      return times.slice(first, end).map((time, place) => ({ time, value: values[first + place] }));
    },
  };
};

/** Creates columns without packets. */
export const createSampleColumns = (fields: readonly PacketField[]): SampleColumns =>
  columnsOf(
    fields,
    [],
    [],
    fields.map(() => []),
  );
