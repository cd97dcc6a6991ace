import { metricLimits } from '@cfs/contracts/metric-sources';
import { packetLimits } from '@cfs/contracts/packets';
import type { DerivedPacket } from '../../packets/ingest/packet-intake.ts';
import type { MetricField, MetricPoint } from './metric-point.ts';

/** The entity of an accepted source's packets, and the field that is their `Value`. */
export interface FilledEntity {
  readonly entityId: string;
  readonly valueField: string | null;
}

/** A packet with the number of points in it. */
export interface PlannedPacket {
  readonly packet: DerivedPacket;
  readonly points: number;
  readonly holdsValue: boolean;
}

/** Maximum time from the first point of a reading to its last; a repeated field starts another reading. */
const readingMilliseconds = 1_000;
/** Leaves room for the names around the fields. */
const packetBytes = packetLimits.bytes - 2_048;
/** A number as JSON, with colon and comma. */
const numberBytes = 28;

/** Points of one reading, and the time of the newest. */
interface Reading {
  readonly firstTime: number;
  readonly time: number;
  readonly points: readonly MetricPoint[];
}

const firstField = ({ fields: [field] }: MetricPoint): string => field?.name ?? '';

const compareText = (one: string, other: string): number => (one === other ? 0 : one < other ? -1 : 1);

/**
 * Groups points into readings. `repeated` counts points left out because an earlier one has a field of theirs and their
 * time.
 */
const readingsOf = (
  points: readonly MetricPoint[],
): { readonly readings: readonly Reading[]; readonly repeated: number } => {
  const sorted = points.toSorted(
    (one, other) => one.time - other.time || compareText(firstField(one), firstField(other)),
  );
  let repeated = 0;
  const readings: { firstTime: number; time: number; points: MetricPoint[]; names: Map<string, number> }[] = [];
  for (const point of sorted) {
    const names = point.fields.map(({ name }) => name);
    const last = readings.at(-1);
    const isRepeated = last !== undefined && names.some((name) => last.names.has(name));
    if (names.some((name) => last?.names.get(name) === point.time)) repeated += 1;
    else if (last && !isRepeated && point.time - last.firstTime <= readingMilliseconds) {
      last.points.push(point);
      last.time = point.time;
      for (const name of names) last.names.set(name, point.time);
    } else
      readings.push({
        firstTime: point.time,
        time: point.time,
        points: [point],
        names: new Map(names.map((name) => [name, point.time])),
      });
  }
  return { readings, repeated };
};

const bytesOf = ({ fields }: MetricPoint): number =>
  fields.reduce((sum, { name }) => sum + Buffer.byteLength(JSON.stringify(name)) + numberBytes, 0);

/** Splits points, in their order, into parts that do not exceed the limits of a packet. */
const partsOf = (points: readonly MetricPoint[]): MetricPoint[][] => {
  const parts: MetricPoint[][] = [];
  let fields = 0;
  let bytes = 0;
  for (const point of points) {
    const part = parts.at(-1);
    const size = bytesOf(point);
    if (part && fields + point.fields.length <= metricLimits.packetFields && bytes + size <= packetBytes)
      part.push(point);
    else {
      parts.push([point]);
      [fields, bytes] = [0, 0];
    }
    fields += point.fields.length;
    bytes += size;
  }
  return parts;
};

/** Times of packets that are already taken, by entity. */
export type TakenTimes = Map<string, Set<number>>;

/** Maximum distance between a packet's time and the free time that it is moved to. */
const furthestMilliseconds = 1_000;

/**
 * Returns the next free time of a packet and marks it as taken. A packet with a value moves later, any other moves
 * earlier, in steps of a millisecond, so that the newest packet of a reading is the one with its value. Returns
 * `undefined` if all times within a second are taken.
 */
export const freeTime = (
  taken: TakenTimes,
  entityId: string,
  time: number,
  holdsValue: boolean,
): number | undefined => {
  const times = taken.get(entityId) ?? new Set<number>();
  taken.set(entityId, times);
  for (let steps = 0; steps <= furthestMilliseconds; steps += 1) {
    const free = holdsValue ? time + steps : time - steps;
    if (times.has(free)) continue;
    times.add(free);
    return free;
  }
  return undefined;
};

const messageOf = (fields: readonly MetricField[], value: MetricField | undefined) => ({
  ...(value && {
    Value: value.value,
    Properties: { ValueName: value.name, ...(value.unit !== undefined && { Unit: value.unit }) },
  }),
  Metrics: Object.fromEntries(
    fields.toSorted((one, other) => compareText(one.name, other.name)).map(({ name, value: number }) => [name, number]),
  ),
});

/** The packets of a source, and the numbers of points that are in none of them. */
export interface Plan {
  readonly packets: readonly PlannedPacket[];
  /** Points that repeat a field for the same time. */
  readonly repeated: number;
  /** Points of packets for which no time is free. */
  readonly crowded: number;
}

/**
 * Plans the packets for the points of a source (docs/reference/metric-sources.md#packets). The order of the points does
 * not matter, unless a field is repeated for one time. `taken` contains the times of the other packets of the call.
 */
export const planPackets = (
  { entityId, valueField }: FilledEntity,
  points: readonly MetricPoint[],
  taken: TakenTimes,
): Plan => {
  const isValue = ({ name }: MetricField): boolean => name === valueField;
  const hasValue = ({ fields }: MetricPoint): boolean => fields.some(isValue);
  const { readings, repeated } = readingsOf(points);
  const packets: PlannedPacket[] = [];
  let crowded = 0;
  for (const reading of readings) {
    const ordered = reading.points.toSorted(
      (one, other) =>
        Number(hasValue(other)) - Number(hasValue(one)) || compareText(firstField(one), firstField(other)),
    );
    for (const part of partsOf(ordered)) {
      const fields = part.flatMap((point) => point.fields);
      const value = fields.find(isValue);
      const holdsValue = value !== undefined;
      const time = freeTime(taken, entityId, reading.time, holdsValue);
      if (time === undefined) crowded += part.length;
      else
        packets.push({
          packet: { entityId, time, message: messageOf(fields, value) },
          points: part.length,
          holdsValue,
        });
    }
  }
  return { packets, repeated, crowded };
};
