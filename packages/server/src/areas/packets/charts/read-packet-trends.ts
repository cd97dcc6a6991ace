import { trendSpanMilliseconds } from '@cfs/contracts/packet-chart-limits';
import type { PacketTrends } from '@cfs/contracts/packet-charts';
import { sql } from 'kysely';
import { systemTenantId, type Context } from '../../../platform/context.ts';
import { inScope } from '../../../platform/database/in-scope.ts';
import type { Services } from '../../../platform/services.ts';
import { packetReaders } from '../packet-entity.ts';
import { packetNumber, seriesOf } from '../history/stored-content.ts';

interface TrendRow {
  readonly entityId: string;
  readonly milliseconds: number;
  readonly average: number;
}

/** Seconds of packets that one point averages if their hour is not rolled up yet. */
const pointSeconds = 300;

/** The averages of the last 24 hours of entities of the request's tenant; entities without numbers are absent. */
export const readPacketTrends = async (
  { gate }: Pick<Services, 'gate'>,
  context: Context,
  entityIds: readonly string[],
): Promise<PacketTrends> => {
  const to = context.clock.now();
  const from = new Date(to.getTime() - trendSpanMilliseconds);
  const milliseconds = (column: string) => sql`(extract(epoch from ${sql.raw(column)} - ${from}) * 1000)::integer`;
  // The progress of the roll-up is a row that all tenants share.
  const rows = await gate.read(context, { permission: packetReaders, shared: true }, (db) =>
    db.guarded(sql<TrendRow>`
      with through as materialized (
        select greatest(coalesce(max(progress.through), date_trunc('hour', ${to}::timestamptz)), ${from}) as moment
        from packet_hours_progress progress where progress.tenant_id = ${systemTenantId}
      )
      select asked.entity_id as "entityId", ${milliseconds('past.hour')} + 1800000 as milliseconds, past.average
      from unnest(${[...entityIds]}::uuid[]) asked(entity_id) cross join through
      join packet_hours past on past.tenant_id = ${context.tenantId} and past.entity_id = asked.entity_id
        and past.hour >= ${from} and past.hour < through.moment and past.number_count > 0
        and ${inScope(context, packetReaders, 'past.tenant_id')}
      union all
      select asked.entity_id, ${milliseconds('recent.moment')}, recent.average
      from unnest(${[...entityIds]}::uuid[]) asked(entity_id) cross join through cross join lateral (
        select max(packet."timestamp") as moment, avg(${packetNumber('packet')}) as average
        from packet_history packet
        where packet.series = ${seriesOf(context.tenantId, sql`asked.entity_id`)}
          and packet."timestamp" >= through.moment and packet."timestamp" <= ${to}
          and ${inScope(context, packetReaders, 'packet.tenant_id')}
        group by floor(extract(epoch from packet."timestamp") / ${pointSeconds})
      ) recent
      where recent.average is not null
      order by 1, 2`),
  );
  const trends = Map.groupBy(rows, (row) => row.entityId);
  return {
    from: from.toISOString(),
    to: to.toISOString(),
    trends: [...trends].map(([entityId, points]) => ({
      entityId,
      points: points.map((point): [number, number] => [point.milliseconds, point.average]),
    })),
  };
};
