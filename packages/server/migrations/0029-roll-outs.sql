-- Staged roll-outs of package versions, and their devices, which are chosen when a roll-out is created.

create table cfs.roll_outs (
  tenant_id uuid not null references cfs.tenants,
  roll_out_id uuid primary key,
  -- Names and ids as of the creation: a package or version that is deleted later leaves the roll-out in the list.
  package_id uuid not null,
  package_name text collate cfs.human not null,
  package_version_id uuid not null,
  version text not null,
  -- A number of `rollOutStates`.
  state integer not null check (state between 1 and 5),
  -- JSON: shares in percent.
  stages text not null,
  -- The present stage, from 1.
  stage integer not null check (stage >= 1),
  healthy_minutes integer not null,
  failure_percent integer not null,
  silent_fails boolean not null,
  device_count integer not null,
  -- When the devices of the present stage had installed the version.
  settled timestamptz(3),
  detail text,
  ended timestamptz(3),
  -- Whether devices are still to get their former version back, after a stop or abort.
  takes_back boolean not null default false,
  -- JSON: which devices are still to be chosen; null once all are.
  choice text,
  created timestamptz(3) not null,
  created_by text not null,
  modified timestamptz(3) not null,
  modified_by text not null,
  unique (tenant_id, roll_out_id)
);
create index roll_outs_created on cfs.roll_outs (tenant_id, created, roll_out_id);
create index roll_outs_created_all on cfs.roll_outs (created, roll_out_id);
-- One at a time for each package: the next one would take what is to be taken back for the former version.
create unique index roll_outs_under_way on cfs.roll_outs (tenant_id, package_id) where state in (1, 2) or takes_back;
select gate.protect('roll_outs');

create table cfs.roll_out_devices (
  tenant_id uuid not null,
  roll_out_device_id uuid primary key default gen_random_uuid(),
  roll_out_id uuid not null,
  device_id uuid not null,
  stage integer not null check (stage >= 1),
  position integer not null,
  -- A number of `rollOutDeviceStates`.
  state integer not null check (state between 1 and 6),
  -- What the device was to have before; null for none.
  former_version_id uuid,
  -- When the version was assigned.
  assigned timestamptz(3),
  detail text,
  -- Whether it was looked at after the roll-out was stopped or aborted.
  taken_back boolean not null default false,
  unique (tenant_id, roll_out_id, device_id),
  foreign key (tenant_id, roll_out_id) references cfs.roll_outs (tenant_id, roll_out_id) on delete cascade,
  foreign key (tenant_id, device_id) references cfs.devices
);
create index roll_out_devices_position on cfs.roll_out_devices (tenant_id, roll_out_id, position);
-- Those that are Installing or Failed when their roll-out is completed are followed until they have the version.
create index roll_out_devices_unfinished on cfs.roll_out_devices (tenant_id, roll_out_id) where state in (2, 4);
select gate.protect('roll_out_devices');
