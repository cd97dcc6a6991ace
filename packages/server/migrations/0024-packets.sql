-- Packets: the latest of each entity, the history, partitioned by day, and its hours. What else agents send: the
-- state of their spools, and log entries.

-- The latest packet of each entity. `series` is the entity's key in the history, short because every packet repeats it.
create sequence cfs.packet_series as integer;
create table cfs.packets_latest (
  tenant_id uuid not null,
  entity_id uuid not null,
  series integer not null default nextval('cfs.packet_series') unique,
  "timestamp" timestamptz(3) not null,
  received_at timestamptz(3) not null,
  value text,
  cpu_percent double precision,
  memory_percent double precision,
  -- The device that sends the packets of the entity; null for those that others send.
  device_id uuid,
  primary key (tenant_id, entity_id)
) with (fillfactor = 70);
-- For the entities of a tenant that are limited in number.
create index packets_latest_others on cfs.packets_latest (tenant_id) where device_id is null;
create index packets_latest_entity on cfs.packets_latest (entity_id);
select gate.protect('packets_latest', ingest => true);

-- How many entities without a device tenants have.
create table cfs.packet_entity_counts (
  tenant_id uuid primary key,
  count integer not null
) with (fillfactor = 70);
select gate.protect('packet_entity_counts', ingest => true);

-- A packet whose message is nothing but a number takes 69 bytes and an index entry of 28 to 50: the message is then null.
-- The columns are ordered so that none needs padding, and there are at most eight, whose nulls need no bytes.
create table cfs.packet_history (
  tenant_id uuid not null,
  series integer not null,
  -- Milliseconds from the packet's time to its arrival: exact within four hours, beyond that to one part in 16 million.
  delay real not null,
  "timestamp" timestamptz(3) not null,
  -- The value where PostgreSQL writes the number as JSON does: 0, and from 1e-4 to below 1e15.
  number double precision,
  -- Any other value as text.
  text text,
  -- JSON, which the server has written and need not be checked again; null for {"Value":number} and {"Value":"text"}.
  message text,
  primary key (series, "timestamp")
) partition by range ("timestamp");
select gate.protect('packet_history', ingest => true);

-- The value of a stored packet as text, and its message.
create function cfs.packet_value(number double precision, text text)
returns text language sql immutable parallel safe
return coalesce($1::text, $2);
create function cfs.packet_message(number double precision, text text, message text)
returns json language sql stable parallel safe
return coalesce($3, '{"Value":' || coalesce($1::text, to_json($2)::text) || '}')::json;
grant execute on function cfs.packet_value, cfs.packet_message to cfs_app, cfs_ingest;

create table cfs.agent_spools (
  tenant_id uuid not null,
  device_id uuid not null,
  clock_offset_ms double precision not null,
  sequence bigint not null,
  -- Null when the spool is empty.
  oldest_unsent timestamptz(3),
  seen timestamptz(3) not null,
  -- The last long break between two reports: the one before it (null before the first report), and the one that ended it
  -- (null while there has been one report).
  away_since timestamptz(3),
  returned timestamptz(3),
  primary key (tenant_id, device_id)
) with (fillfactor = 70);
select gate.protect('agent_spools', ingest => true);

-- Log entries of an entity, sent by its agent.
create table cfs.entity_logs (
  tenant_id uuid not null,
  entity_id uuid not null,
  log_entry_id uuid not null,
  created timestamptz(3) not null,
  entry_type text not null,
  detail text not null,
  primary key (tenant_id, entity_id, created, log_entry_id)
);
select gate.protect('entity_logs');

-- The number that a text reads as; null for any other text, and beyond the digits and exponents that sums of many hold.
create function cfs.number_of(text)
returns double precision language sql immutable parallel safe
return case when $1 ~ '^[+-]?[0-9]{1,20}(\.[0-9]{1,20})?([eE][+-]?[0-9]{1,2})?$' then $1::double precision end;
grant execute on function cfs.number_of to cfs_app;

-- What the packets of an entity within one hour come to: kept longer than the packets, and read where a chart would need
-- too many of them.
create table cfs.packet_hours (
  tenant_id uuid not null,
  entity_id uuid not null,
  hour timestamptz(3) not null,
  packet_count integer not null,
  number_count integer not null,
  minimum double precision,
  maximum double precision,
  average double precision,
  -- The first changes of text as [milliseconds of the hour, text or null for a number]; null in an hour of numbers alone.
  states jsonb,
  primary key (tenant_id, entity_id, hour)
) partition by range (hour);
select gate.protect('packet_hours');

-- Hours that got packets after they were rolled up.
create table cfs.stale_packet_hours (
  tenant_id uuid not null,
  entity_id uuid not null,
  hour timestamptz(3) not null,
  marked timestamptz(3) not null,
  primary key (tenant_id, entity_id, hour)
);
select gate.protect('stale_packet_hours', ingest => true);

-- One row, of the System tenant: the hours before `through` are rolled up, and of that hour the entities up to the cursor.
create table cfs.packet_hours_progress (
  tenant_id uuid primary key,
  through timestamptz(3) not null,
  cursor_tenant uuid not null,
  cursor_entity uuid not null
);
select gate.protect('packet_hours_progress');

-- Creates the partitions from `keep_days` before to `ahead_days` after the moment, and drops older ones. Runs as the
-- owner, since no role of the server owns tables. No role has a privilege on a partition: it is reached through its
-- table alone.
create function gate.maintain_packet_partitions(moment timestamptz, ahead_days integer, keep_days integer)
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
    -- Created alone and then attached, which does not wait for writers.
    execute format('create table cfs.%I (like cfs.packet_history including defaults)', partition_name);
    execute format(
      'alter table cfs.packet_history attach partition cfs.%I for values from (%L) to (%L)',
      partition_name, partition_day || ' 00:00:00+00', (partition_day + 1) || ' 00:00:00+00');
  end loop;
  for partition_name in
    select child.relname from pg_catalog.pg_inherits tie join pg_catalog.pg_class child on child.oid = tie.inhrelid
    where tie.inhparent = 'cfs.packet_history'::regclass
      and child.relname < 'packet_history_' || to_char(today - keep_days, 'YYYYMMDD')
  loop
    execute format('drop table cfs.%I', partition_name);
  end loop;
end
$$;

-- The same for the hours, by month.
create function gate.maintain_packet_hour_partitions(moment timestamptz, ahead_months integer, keep_months integer)
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
  for partition_name in
    select child.relname from pg_catalog.pg_inherits tie join pg_catalog.pg_class child on child.oid = tie.inhrelid
    where tie.inhparent = 'cfs.packet_hours'::regclass
      and child.relname < 'packet_hours_' || to_char(this_month - make_interval(months => keep_months), 'YYYYMM')
  loop
    execute format('drop table cfs.%I', partition_name);
  end loop;
end
$$;
grant execute on function gate.maintain_packet_hour_partitions to cfs_app;
grant execute on function gate.maintain_packet_partitions to cfs_app, cfs_ingest;
