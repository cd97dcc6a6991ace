-- The version of the tables that each node reads whole into its access snapshot: a node whose snapshot has an older
-- epoch reads them again.

-- One row.
create table gate.access_epoch (epoch bigint not null);
insert into gate.access_epoch values (1);

create function gate.read_access_epoch()
returns bigint language sql stable security definer set search_path = '' as $$
  select epoch from gate.access_epoch;
$$;
grant execute on function gate.read_access_epoch to cfs_access;

-- The trigger of each of these tables.
create function gate.raise_access_epoch()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update gate.access_epoch set epoch = epoch + 1;
  notify access_epoch;
  return null;
end
$$;
