import type { PacketChart } from '@cfs/contracts/packet-charts';
import { sql, type RawBuilder } from 'kysely';
import { systemTenantId, type Context } from '../../../platform/context.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import { inScope } from '../../../platform/database/in-scope.ts';
import { hourInMilliseconds, startOfHour } from '../hours/hour-times.ts';
import { packetReaders } from '../packet-entity.ts';
import type { HourState } from '../packet-table.ts';
import { packetNumber, seriesOf } from '../history/stored-content.ts';
import { gapMilliseconds, toChartPoints, type NumberBucket } from './chart-buckets.ts';
import { toChartStates, type StateChange } from './chart-states.ts';

interface Entity {
  readonly tenantId: string;
  readonly entityId: string;
}

interface Span {
  readonly from: number;
  readonly to: number;
}

interface ChartRequest extends Span {
  /** Maximum number of points of the chart. */
  readonly points: number;
  /** Days for which packets are kept. */
  readonly retentionDays: number;
}

/** Readings of a span, by bucket, and the changes of text in it. */
interface Readings {
  readonly buckets: readonly NumberBucket[];
  readonly changes: readonly StateChange[];
}

/**
 * Maximum number of packets that are read for one chart; `maxPacketsOfShortSpan` applies to a span of at most
 * `shortSpanMilliseconds`.
 */
const maxPackets = 20_000;
const maxPacketsOfShortSpan = 100_000;
const shortSpanMilliseconds = 72 * hourInMilliseconds;
const maxStateLength = 100;
const maxChanges = 20_000;

/** Returns the moment before which hours are rolled up. */
const rolledUpThrough = async (db: ScopedDatabase, now: number): Promise<number> => {
  const row = await db
    .selectFrom('packet_hours_progress')
    .select('through')
    .where('tenant_id', '=', systemTenantId)
    .executeTakeFirst();
  return row?.through.getTime() ?? startOfHour(now);
};

interface BucketRow extends NumberBucket {
  readonly packets: number;
}

/** Reads every packet of the span. */
const readPackets = async (
  db: ScopedDatabase,
  context: Context,
  entity: Entity,
  { from, to, bucket }: Span & { readonly bucket: number },
): Promise<Readings> => {
  const packets = sql`packet_history packet where packet.series = ${seriesOf(entity.tenantId, entity.entityId)}
    and ${inScope(context, packetReaders, 'packet.tenant_id')}
    and packet."timestamp" >= ${new Date(from)} and packet."timestamp" < ${new Date(to)}`;
  const rows = await db.guarded(sql<BucketRow>`
    select count(*)::integer as packets, count(number)::integer as count,
      min(milliseconds) filter (where number is not null) as first,
      max(milliseconds) filter (where number is not null) as last,
      min(number) as minimum, max(number) as maximum, avg(number) as average
    from (
      select extract(epoch from packet."timestamp")::double precision * 1000 as milliseconds,
        ${packetNumber('packet')} as number
      from ${packets}
    ) reading
    group by floor((milliseconds - ${from}::double precision) / ${bucket}::double precision)
    order by min(milliseconds)`);
  const buckets = rows.flatMap(({ packets: _packets, ...numbers }) => (numbers.count > 0 ? [numbers] : []));
  const hasTexts = rows.some(({ packets: all, count }) => all > count);
  if (!hasTexts) return { buckets, changes: [] };
  return { buckets, changes: await readChanges(db, packets, bucket) };
};

/** Returns the changes of text among packets, including the end of a text at a silence longer than usual. */
const readChanges = async (
  db: ScopedDatabase,
  packets: RawBuilder<unknown>,
  bucket: number,
): Promise<StateChange[]> => {
  const rows = await db.guarded(sql<{
    at: number;
    text: string | null;
    before: number | null;
    end: number;
    gap: number;
  }>`
    select at, text, before, "end", gap
    from (
      select at, text, before, text is distinct from lag(text) over moment as is_change,
        max(at) over () as "end",
        greatest(3 * usual_distance, ${1.5 * bucket}::double precision) as gap
      from (
        select at, text, lag(at) over (order by at) as before,
          (max(at) over () - min(at) over ()) / greatest(count(*) over () - 1, 1) as usual_distance
        from (
          select extract(epoch from packet."timestamp")::double precision * 1000 as at,
            case when ${packetNumber('packet')} is null then left(packet.text, ${maxStateLength}::integer) end as text
          from ${packets}
        ) reading
      ) spaced
      window moment as (order by at)
    ) changed
    where is_change or before is null or at - before > gap or at = "end"
    order by at
    limit ${maxChanges}`);
  return rows.flatMap(({ at, text, before, end, gap }) => [
    ...(before !== null && at - before > gap ? [{ at: before, text: null }] : []),
    { at, text },
    ...(at === end ? [{ at: end, text: null }] : []),
  ]);
};

interface HourRow {
  readonly hour: Date;
  readonly packet_count: number;
  readonly number_count: number;
  readonly minimum: number | null;
  readonly maximum: number | null;
  readonly average: number | null;
  readonly states: readonly HourState[] | null;
}

/** Returns the changes of text in hours, which are given in order of time. */
const changesOfHours = (hours: readonly HourRow[]): StateChange[] =>
  hours.flatMap(({ hour, states, packet_count, number_count }, index) => {
    const start = hour.getTime();
    const end = start + hourInMilliseconds;
    const isFollowed = hours[index + 1]?.hour.getTime() === end;
    const known = packet_count > number_count ? (states ?? []) : [[0, null] as const];
    return [
      ...known.map(([offset, text]) => ({ at: start + offset, text })),
      ...(isFollowed ? [] : [{ at: end, text: null }]),
    ];
  });

/** Merges hours into buckets. */
const mergeHours = (hours: readonly HourRow[], from: number, bucket: number): NumberBucket[] => {
  const grouped = Map.groupBy(
    hours.filter(({ number_count }) => number_count > 0),
    ({ hour }) => Math.floor((hour.getTime() - from) / bucket),
  );
  return [...grouped.values()].map((rows) => {
    const count = rows.reduce((sum, { number_count }) => sum + number_count, 0);
    return {
      first: rows[0]?.hour.getTime() ?? 0,
      last: (rows.at(-1)?.hour.getTime() ?? 0) + hourInMilliseconds - 1,
      minimum: Math.min(...rows.map(({ minimum }) => minimum ?? Number.POSITIVE_INFINITY)),
      maximum: Math.max(...rows.map(({ maximum }) => maximum ?? Number.NEGATIVE_INFINITY)),
      average: rows.reduce((sum, { average, number_count }) => sum + (average ?? 0) * number_count, 0) / count,
      count,
    };
  });
};

const readHours = (db: ScopedDatabase, context: Context, entity: Entity, { from, to }: Span): Promise<HourRow[]> =>
  db
    .selectFrom('packet_hours')
    .select(['hour', 'packet_count', 'number_count', 'minimum', 'maximum', 'average', 'states'])
    .where('tenant_id', '=', entity.tenantId)
    .where('entity_id', '=', entity.entityId)
    .where(inScope(context, packetReaders, 'packet_hours.tenant_id'))
    .where('hour', '>=', new Date(startOfHour(from)))
    .where('hour', '<', new Date(to))
    .orderBy('hour')
    .execute();

/**
 * Whether hours are read instead of packets: if the packets of the span are too many for a chart or no longer kept, or
 * if each point represents at least an hour and there are more packets than points.
 */
const needsHours = (
  hours: readonly HourRow[],
  { from, to, points, retentionDays }: ChartRequest,
  now: number,
): boolean => {
  if (from < now - retentionDays * 24 * hourInMilliseconds - hourInMilliseconds) return true;
  const packets = hours.reduce((sum, { packet_count }) => sum + packet_count, 0);
  if (to - from >= points * hourInMilliseconds && packets > points) return true;
  return packets > (to - from <= shortSpanMilliseconds ? maxPacketsOfShortSpan : maxPackets);
};

/**
 * Returns the readings of an entity, reduced to the points of a chart: from every packet, or from hours if there are
 * too many packets. Minimum and maximum of each point are kept, so that no peak disappears.
 */
export const readPacketChart = async (
  db: ScopedDatabase,
  context: Context,
  entity: Entity,
  request: ChartRequest,
): Promise<PacketChart> => {
  const { from, to, points } = request;
  const now = context.clock.now().getTime();
  const hours = await readHours(db, context, entity, request);
  const isByHour = needsHours(hours, request, now);
  const fine = (to - from) / points;
  const bucket = isByHour ? Math.ceil(fine / hourInMilliseconds) * hourInMilliseconds : fine;
  const { buckets, changes } = isByHour
    ? await readByHour(db, context, entity, { ...request, hours, bucket, now })
    : await readPackets(db, context, entity, { from, to, bucket });
  return {
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    resolution: isByHour ? 'Hours' : 'Packets',
    bucketMilliseconds: bucket,
    points: toChartPoints(buckets, isByHour ? bucket : gapMilliseconds(buckets, bucket)),
    states: toChartStates(changes, Math.min(to, now), isByHour ? bucket : fine),
  };
};

/** Returns the readings of closed hours, and of the packets since the last of them. */
const readByHour = async (
  db: ScopedDatabase,
  context: Context,
  entity: Entity,
  request: ChartRequest & { readonly hours: readonly HourRow[]; readonly bucket: number; readonly now: number },
): Promise<Readings> => {
  const { from, to, bucket, hours, now } = request;
  const through = Math.max(from, await rolledUpThrough(db, now));
  const closed = hours.filter(({ hour }) => hour.getTime() < through);
  const tail = through < to ? await readPackets(db, context, entity, { from: through, to, bucket }) : undefined;
  return {
    buckets: [...mergeHours(closed, startOfHour(from), bucket), ...(tail?.buckets ?? [])],
    changes: [...changesOfHours(closed), ...(tail?.changes ?? [])],
  };
};
