-- Inventories: what the agent of a device found on its machine last, the software that is installed there, and what has
-- changed. Rows exist for devices that are not deleted.

create table cfs.device_inventories (
  tenant_id uuid not null,
  device_id uuid primary key,
  -- Of the device; set by the triggers below.
  device_name text collate cfs.human not null default '',
  cpu_model text collate cfs.human,
  cpu_cores integer,
  memory_mebibytes integer,
  manufacturer text collate cfs.human,
  model text collate cfs.human,
  os_name text collate cfs.human,
  os_version text collate cfs.human,
  kernel text collate cfs.human,
  architecture text collate cfs.human,
  boot_time timestamptz(3),
  -- JSON.
  interfaces text not null,
  -- JSON.
  disks text not null,
  software_count integer not null,
  -- Programs beyond the limit of a report.
  software_omitted integer not null,
  -- SHA-256 of what the history compares, hexadecimal.
  digest text not null,
  received timestamptz(3) not null,
  -- When the digest changed last.
  changed timestamptz(3) not null,
  unique (tenant_id, device_id),
  foreign key (tenant_id, device_id) references cfs.devices
);
select gate.protect('device_inventories');

create table cfs.installed_software (
  tenant_id uuid not null,
  software_id uuid primary key,
  device_id uuid not null,
  name text collate cfs.human not null,
  version text collate cfs.human not null,
  publisher text collate cfs.human,
  -- A number of `softwareSources`.
  source integer not null check (source between 1 and 4),
  -- When it was reported first.
  since timestamptz(3) not null,
  unique (tenant_id, software_id),
  foreign key (tenant_id, device_id) references cfs.device_inventories (tenant_id, device_id) on delete cascade
);
create unique index installed_software_device on cfs.installed_software (tenant_id, device_id, name, version, source);
create index installed_software_name on cfs.installed_software (tenant_id, name, software_id);
create index installed_software_name_all on cfs.installed_software (name, software_id);
select gate.protect('installed_software');

create table cfs.inventory_changes (
  tenant_id uuid not null,
  change_id uuid primary key,
  device_id uuid not null,
  occurred timestamptz(3) not null,
  -- Numbers of `inventorySections` and `inventoryChangeKinds`.
  section integer not null check (section between 1 and 5),
  kind integer not null check (kind between 1 and 3),
  item text collate cfs.human not null,
  before text,
  after text,
  foreign key (tenant_id, device_id) references cfs.device_inventories (tenant_id, device_id) on delete cascade
);
create index inventory_changes_device on cfs.inventory_changes (tenant_id, device_id, occurred, change_id);
create index inventory_changes_occurred on cfs.inventory_changes (tenant_id, occurred, change_id);
create index inventory_changes_occurred_all on cfs.inventory_changes (occurred, change_id);
select gate.protect('inventory_changes');

-- The triggers run as the owner, so that they read a device whichever role changes it.

-- Names the device, and leaves out the inventory of a deleted one. The lock makes a change of the device wait for the
-- report, whose row it then changes.
create function gate.name_inventoried_device()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  select d.name into new.device_name from cfs.devices d
    where d.tenant_id = new.tenant_id and d.device_id = new.device_id and not d.is_deleted for share;
  if not found then
    return null;
  end if;
  return new;
end
$$;
create trigger name_inventoried_device before insert on cfs.device_inventories
for each row execute function gate.name_inventoried_device();

create function gate.inventory_follows_device()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if new.is_deleted then
    delete from cfs.device_inventories where tenant_id = new.tenant_id and device_id = new.device_id;
  else
    update cfs.device_inventories set device_name = new.name
      where tenant_id = new.tenant_id and device_id = new.device_id;
  end if;
  return null;
end
$$;
create trigger inventory_follows_device after update on cfs.devices
for each row when (new.name is distinct from old.name or new.is_deleted is distinct from old.is_deleted)
execute function gate.inventory_follows_device();
