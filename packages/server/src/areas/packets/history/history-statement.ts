import type { Statement } from '../../../platform/database/gate.ts';

/** Selects stored packets of a tenant; times in milliseconds since 1970, `from` excluded. */
export interface HistoryQuery {
  readonly tenantId: string;
  readonly from: number;
  readonly to: number;
  /** `undefined` selects every entity. */
  readonly entityIds: readonly string[] | undefined;
  readonly needsValueAlone: boolean;
  /** Packets of an entity and a day that are wanted. If there are more, at least one beyond this number is returned. */
  readonly maxPacketsOfDay: number;
}

const milliseconds = `(date_part('epoch', stored."timestamp") * 1000)::bigint`;
// Without a cast to JSON, which would parse the message again: it was checked before it was stored.
const message = `coalesce(stored.message, '{"Value":' || coalesce(stored.number::text, to_json(stored.text)::text) || '}')`;
const ofSeries = `stored.series = latest.series and stored."timestamp" > $2 and stored."timestamp" <= $3`;
const ofDay = `${ofSeries} and stored."timestamp" >= day.begin and stored."timestamp" < day.begin + interval '1 day'`;
const lineOf = (json: string): string => `' ' || ${milliseconds} || ' ' || stored.delay || ' ' || ${json} || E'\\n'`;

const ofEntities = `
    where latest.tenant_id = $1 and latest."timestamp" > $2
      and ($4::uuid[] is null or latest.entity_id = any ($4::uuid[]))
    order by latest.entity_id`;

const messages = `
    select latest.entity_id::text || past.line
    from packets_latest latest
    cross join lateral (
      select ${lineOf(message)} as line from packet_history stored where ${ofSeries} order by stored."timestamp"
    ) past
    ${ofEntities}`;

// The numbers of a day are packed as arrays in their binary form: as lines they take six times the processor time.
const values = `
    select latest.entity_id::text || past.line
    from packets_latest latest
    cross join generate_series(date_trunc('day', $2::timestamptz), $3::timestamptz, interval '1 day') day(begin)
    cross join lateral (
      select
        array_send(array_agg(stored."timestamp") filter (where stored.number is not null))
          || array_send(array_agg(stored.delay) filter (where stored.number is not null))
          || array_send(array_agg(stored.number) filter (where stored.number is not null)) as numbers,
        count(*) filter (where stored.number is null) as others
      from (
        select "timestamp", delay, number from packet_history stored
        where ${ofDay} limit $5::integer + 1
      ) stored
    ) packed
    cross join lateral (
      select '#' || encode(packed.numbers, 'hex') || E'\\n' as line where packed.numbers is not null
      union all
      select ${lineOf(`coalesce(to_json(stored.text)::text, 'null')`)} from packet_history stored
      where packed.others > 0 and stored.number is null and ${ofDay}
    ) past
    ${ofEntities}`;

/**
 * Returns the statement that reads stored packets by entity, for `gate.readStream` and `readHistoryLine`. Each line
 * contains one or many packets of an entity, with their messages, or only their values with `needsValueAlone`.
 */
export const historyStatement = (query: HistoryQuery): Statement => ({
  text: query.needsValueAlone ? values : messages,
  values: [
    query.tenantId,
    new Date(query.from),
    new Date(query.to),
    query.entityIds ?? null,
    ...(query.needsValueAlone ? [query.maxPacketsOfDay] : []),
  ],
});

/** A stored packet; times in milliseconds since 1970. */
export interface HistoryPacket {
  readonly time: number;
  readonly receivedAt: number;
  /** JSON of the message or of the value; a number is the value. */
  readonly json: string | number;
}

/** Length of the entity's id, a GUID, at the start of each line of the statement. */
export const entityIdLength = 36;

/** The binary form of an array of one dimension: a header with its length, then each element after its length (`array_send`). */
const headerBytes = 20;
const lengthOffset = 12;
const elementOffset = headerBytes + 4;
const doubleStride = 12;
const floatStride = 8;
/** The start of 2000 in milliseconds since 1970: the binary form of a time counts microseconds from it. */
const postgresEpoch = 946_684_800_000;
const int32Values = 2 ** 32;

const unpack = (hexadecimal: string): HistoryPacket[] => {
  const bytes = Buffer.from(hexadecimal, 'hex');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const length = view.getUint32(lengthOffset);
  const delays = headerBytes + length * doubleStride;
  const numbers = delays + headerBytes + length * floatStride;
  const packets: HistoryPacket[] = [];
  for (let index = 0; index < length; index += 1) {
    const at = elementOffset + index * doubleStride;
    const microseconds = view.getInt32(at) * int32Values + view.getUint32(at + 4);
    const time = postgresEpoch + Math.round(microseconds / 1_000);
    packets.push({
      time,
      receivedAt: time + view.getFloat32(delays + elementOffset + index * floatStride),
      json: view.getFloat64(numbers + at),
    });
  }
  return packets;
};

/** Returns the packets of a line of the statement. */
export const readHistoryLine = (line: string): readonly HistoryPacket[] => {
  if (line[entityIdLength] === '#') return unpack(line.slice(entityIdLength + 1));
  const first = line.indexOf(' ', entityIdLength + 1);
  const second = line.indexOf(' ', first + 1);
  const time = Number(line.slice(entityIdLength + 1, first));
  return [{ time, receivedAt: time + Number(line.slice(first + 1, second)), json: line.slice(second + 1) }];
};
