-- The transaction that changed last what the agent of a device must receive, or that deleted the device. A node reads the
-- devices that have changed since its last look by the index, however many agents wait.
alter table cfs.devices add column changed_in bigint not null default 0;
create index devices_changed_in on cfs.devices (changed_in);

create function cfs.note_device_change()
returns trigger language plpgsql set search_path = '' as $$
begin
  new.changed_in := pg_current_xact_id()::text::bigint;
  return new;
end
$$;
create trigger note_device_change before update on cfs.devices
for each row when (new.configuration_version <> old.configuration_version or new.is_deleted <> old.is_deleted)
execute function cfs.note_device_change();

-- What is added to the configuration versions of all devices of a tenant, and by the System tenant's row to those of every
-- device: a change for all of them writes one row.
create table cfs.configuration_versions (
  tenant_id uuid primary key references cfs.tenants,
  version bigint not null,
  changed_in bigint not null default 0
);
create index configuration_versions_changed_in on cfs.configuration_versions (changed_in);
select gate.protect('configuration_versions');
create trigger note_configuration_change before insert or update on cfs.configuration_versions
for each row execute function cfs.note_device_change();
