-- Days and months of packets are created and dropped apart, so that a day in use never delays the next one's creation, and
-- dropped one at a time, each within a bounded wait.

-- Creates the partitions from `keep_days` before to `ahead_days` after the moment.
create or replace function gate.maintain_packet_partitions(moment timestamptz, ahead_days integer, keep_days integer)
returns void language plpgsql security definer set search_path = '' set lock_timeout = '5s' as $$
declare
  today date := (moment at time zone 'UTC')::date;
  partition_day date;
  partition_name text;
begin
  perform pg_advisory_xact_lock(hashtextextended('gate.maintain_packet_partitions', 0));
  for partition_day in
    select today + offset_days from generate_series(-keep_days, ahead_days) offset_days
  loop
    partition_name := 'packet_history_' || to_char(partition_day, 'YYYYMMDD');
    continue when to_regclass('cfs.' || partition_name) is not null;
    -- Created alone and then attached, which waits for no reader or writer.
    execute format('create table cfs.%I (like cfs.packet_history including defaults)', partition_name);
    execute format(
      'alter table cfs.packet_history attach partition cfs.%I for values from (%L) to (%L)',
      partition_name, partition_day || ' 00:00:00+00', (partition_day + 1) || ' 00:00:00+00');
  end loop;
end
$$;

-- The same for the hours, by month.
create or replace function gate.maintain_packet_hour_partitions(
  moment timestamptz, ahead_months integer, keep_months integer)
returns void language plpgsql security definer set search_path = '' set lock_timeout = '5s' as $$
declare
  this_month date := date_trunc('month', moment at time zone 'UTC')::date;
  first_day date;
  partition_name text;
begin
  perform pg_advisory_xact_lock(hashtextextended('gate.maintain_packet_hour_partitions', 0));
  for first_day in
    select this_month + make_interval(months => offset_months)
    from generate_series(-keep_months, ahead_months) offset_months
  loop
    partition_name := 'packet_hours_' || to_char(first_day, 'YYYYMM');
    continue when to_regclass('cfs.' || partition_name) is not null;
    execute format('create table cfs.%I (like cfs.packet_hours including defaults)', partition_name);
    execute format(
      'alter table cfs.packet_hours attach partition cfs.%I for values from (%L) to (%L)', partition_name,
      first_day || ' 00:00:00+00', (first_day + interval '1 month')::date || ' 00:00:00+00');
  end loop;
end
$$;

-- Drops the oldest day or month of packets that is no longer kept, and answers whether it is dropped; null if there is none.
--
-- A drop needs its table to itself. Every statement on the table that begins while it waits, waits behind it: it therefore
-- waits for those that run no longer than the lock timeout, and not at all for those on the partition alone (autovacuum).
-- If the lock cannot be had, it gives up. The caller tries again later.
create function gate.drop_packet_partition(moment timestamptz, keep_days integer, keep_months integer)
returns boolean language plpgsql security definer set search_path = '' set lock_timeout = '100ms' as $$
declare
  today date := (moment at time zone 'UTC')::date;
  first_month date := date_trunc('month', today) - make_interval(months => keep_months);
  oldest record;
begin
  select parent.relname as table_name, child.relname as partition_name
  into oldest
  from pg_catalog.pg_inherits tie
  join pg_catalog.pg_class parent on parent.oid = tie.inhparent
  join pg_catalog.pg_class child on child.oid = tie.inhrelid
  where (parent.oid = 'cfs.packet_history'::regclass
      and child.relname < 'packet_history_' || to_char(today - keep_days, 'YYYYMMDD'))
    or (parent.oid = 'cfs.packet_hours'::regclass
      and child.relname < 'packet_hours_' || to_char(first_month, 'YYYYMM'))
  order by child.relname
  limit 1;
  if not found then
    return null;
  end if;
  begin
    execute format('lock table only cfs.%I in access exclusive mode', oldest.table_name);
    execute format('lock table only cfs.%I in access exclusive mode nowait', oldest.partition_name);
    execute format('drop table cfs.%I', oldest.partition_name);
  exception
    -- Another node may have dropped it meanwhile.
    when lock_not_available or undefined_table then return false;
  end;
  return true;
end
$$;
grant execute on function gate.drop_packet_partition to cfs_app;
