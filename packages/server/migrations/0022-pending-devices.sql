-- Machines whose agent has enrolled and waits to be promoted to a device.

create table cfs.pending_devices (
  tenant_id uuid not null references cfs.tenants,
  pending_device_id uuid not null,
  machine_name text collate cfs.human not null,
  operating_system text collate cfs.human not null,
  operating_system_id integer not null,
  architecture text collate cfs.human not null,
  ip_address text,
  agent_version text,
  key_fingerprint text not null,
  created timestamptz(3) not null,
  last_ping timestamptz(3) not null,
  search_text text generated always as (
    cfs.fold(machine_name || ' ' || operating_system || ' ' || architecture || ' ' || coalesce(ip_address, ''))
  ) stored,
  primary key (tenant_id, pending_device_id)
);
create index pending_devices_machine_name on cfs.pending_devices (tenant_id, machine_name, pending_device_id);
create index pending_devices_last_ping on cfs.pending_devices (tenant_id, last_ping, pending_device_id);
select gate.protect('pending_devices');
select gate.make_searchable('pending_devices', 'pending_device_id');
