-- Where the last write of each person or token ends in the write-ahead log. A read replica that has replayed that far
-- shows them what they wrote.
create table gate.write_positions (
  actor_id uuid primary key,
  position pg_lsn not null,
  noted timestamptz(3) not null
);

-- The position behind all that this session has committed. Only what is flushed is sent to replicas.
create function gate.committed_position()
returns pg_lsn language sql volatile set search_path = '' as $$
  select case when pg_catalog.current_setting('synchronous_commit') = 'off'
    then pg_catalog.pg_current_wal_insert_lsn() else pg_catalog.pg_current_wal_flush_lsn() end;
$$;

-- Stores the current position, which is behind the commit that the same connection has just made. The transaction is
-- committed asynchronously: a crash loses at most the positions of the last three wal_writer_delay (0.6 s by default).
create function gate.note_write(actor_id uuid, moment timestamptz)
returns void language plpgsql security definer set search_path = '' as $$
declare
  committed pg_lsn := gate.committed_position();
begin
  perform pg_catalog.set_config('synchronous_commit', 'off', true);
  insert into gate.write_positions as known values ($1, committed, $2)
    on conflict on constraint write_positions_pkey
    do update set position = greatest(known.position, excluded.position), noted = excluded.noted;
end
$$;

create function gate.write_position(actor_id uuid)
returns pg_lsn language sql stable security definer set search_path = '' as $$
  select position from gate.write_positions known where known.actor_id = $1;
$$;

-- A replica is never behind by as much as a day: by then every replica has replayed the position.
create function gate.prune_write_positions(moment timestamptz)
returns void language sql security definer set search_path = '' as $$
  delete from gate.write_positions where noted < $1 - interval '1 day';
$$;

grant execute on function gate.note_write to cfs_app;
grant execute on function gate.committed_position, gate.write_position, gate.prune_write_positions to cfs_access;
