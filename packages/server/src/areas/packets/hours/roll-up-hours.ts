import { sql } from 'kysely';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import { recordSet } from '../../../platform/database/record-set.ts';
import { packetNumber, seriesOf } from '../history/stored-content.ts';

/** One hour of one entity. */
export interface EntityHour {
  readonly tenantId: string;
  readonly entityId: string;
  readonly hour: Date;
}

/** Maximum changes of text that are kept of an hour, and characters of each text. */
const maxStates = 12;
const maxStateLength = 100;

/** Aggregates the stored packets of these hours. An hour without packets gets no row. */
export const rollUpHours = async (db: ScopedDatabase, hours: readonly EntityHour[]): Promise<void> => {
  if (hours.length === 0) return;
  const asked = recordSet(
    'asked',
    { tenantId: 'uuid', entityId: 'uuid', hour: 'timestamptz' },
    hours.map(({ tenantId, entityId, hour }) => ({ tenantId, entityId, hour })),
  );
  const packets = sql`packet_history packet
    where packet.series = ${seriesOf(sql`asked."tenantId"`, sql`asked."entityId"`)}
      and packet."timestamp" >= asked.hour and packet."timestamp" < asked.hour + interval '1 hour'`;
  const state = sql`case when ${packetNumber('packet')} is null then left(packet.text, ${maxStateLength}::integer) end`;
  await db.run(sql`
    insert into packet_hours
      (tenant_id, entity_id, hour, packet_count, number_count, minimum, maximum, average, states)
    select asked."tenantId", asked."entityId", asked.hour, figures.*,
      case when figures.packet_count > figures.number_count then (
        select jsonb_agg(jsonb_build_array(change.milliseconds, change.state) order by change.milliseconds)
        from (
          select each.milliseconds, each.state
          from (
            select packet."timestamp", ${state} as state,
              floor(extract(epoch from packet."timestamp" - asked.hour) * 1000)::integer as milliseconds,
              lag(packet."timestamp") over moment is null
                or ${state} is distinct from lag(${state}) over moment as is_change
            from ${packets}
            window moment as (order by packet."timestamp")
          ) each
          where each.is_change
          order by each."timestamp"
          limit ${maxStates}::integer
        ) change
      ) end
    from ${asked}
    cross join lateral (
      select count(*)::integer as packet_count, count(reading.number)::integer as number_count,
        min(reading.number), max(reading.number), avg(reading.number)
      from (select ${packetNumber('packet')} as number from ${packets}) reading
    ) figures
    where figures.packet_count > 0 and ${db.scopeGuard}
    order by asked."tenantId", asked."entityId", asked.hour
    on conflict (tenant_id, entity_id, hour) do update set
      packet_count = excluded.packet_count, number_count = excluded.number_count, minimum = excluded.minimum,
      maximum = excluded.maximum, average = excluded.average, states = excluded.states`);
};

/**
 * Rolls stale hours up again and deletes their marks. Hours of transactions that are still running stay marked. Returns
 * the number of hours.
 */
export const rollUpStaleHours = async (db: ScopedDatabase, max: number): Promise<number> => {
  const hours = await db.run<EntityHour>(sql`
    delete from stale_packet_hours stale
    using (
      select tenant_id, entity_id, hour from stale_packet_hours
      order by marked, tenant_id, entity_id, hour
      limit ${max}
      for update skip locked
    ) taken
    where stale.tenant_id = taken.tenant_id and stale.entity_id = taken.entity_id and stale.hour = taken.hour
      and ${db.scopeGuard}
    returning stale.tenant_id as "tenantId", stale.entity_id as "entityId", stale.hour`);
  // A separate statement, so that it sees the packets of transactions that committed while the rows were being locked.
  await rollUpHours(db, hours);
  return hours.length;
};
