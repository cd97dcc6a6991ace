import type pg from 'pg';

const minuteMilliseconds = 60_000;

/**
 * Adds a packet for each minute of the past hour to each device that has reported, and one for every fifth minute to
 * each of its operations, as in the tables of a fleet that has run for long. Keeps packets of an earlier run. Resolves
 * with the number of new packets.
 */
export const seedFleetHour = async (owner: pg.Client): Promise<number> => {
  const { rowCount } = await owner.query(
    `with last as materialized (
       select latest.tenant_id, latest.series, stored.delay, stored.number, stored.text,
         stored.message, devices.device_id is not null as is_device,
         latest.series % $1::integer * interval '1 millisecond' as part_of_minute
       from cfs.packets_latest latest
       join cfs.packet_history stored on stored.series = latest.series and stored."timestamp" = latest."timestamp"
       left join cfs.devices on devices.tenant_id = latest.tenant_id and devices.device_id = latest.entity_id
     )
     insert into cfs.packet_history (tenant_id, series, delay, "timestamp", number, text, message)
     select tenant_id, series, delay, minute.begin + part_of_minute, number, text,
       regexp_replace(message, '"CpuPercent":[0-9.]+', '"CpuPercent":' || 10 + minutes.ago)
     from generate_series(1, 60) minutes(ago)
     cross join lateral (select date_trunc('minute', now()) - minutes.ago * interval '1 minute') minute(begin)
     cross join last
     where is_device or minutes.ago % 5 = series % 5
     order by minute.begin + part_of_minute
     on conflict do nothing`,
    [minuteMilliseconds],
  );
  return rowCount ?? 0;
};
