-- Devices, the machines that wait to become one, and the keys of their agents.

create table cfs.devices (
  tenant_id uuid not null references cfs.tenants,
  device_id uuid not null,
  subscription_id uuid not null,
  name text collate cfs.human not null,
  description text,
  tags text,
  device_type_id integer not null,
  location_id uuid,
  operating_system_id integer not null,
  device_logging_level_id integer not null,
  heartbeat_interval integer not null,
  enabled boolean not null,
  restart_agent_flag boolean not null default false,
  trace_minutes integer not null default 0,
  trace_expiration timestamptz(3),
  is_deleted boolean not null default false,
  -- Rises with every change that the agent must hear of.
  configuration_version bigint not null default 1,
  created timestamptz(3) not null,
  created_by text not null,
  modified timestamptz(3) not null,
  modified_by text not null,
  search_text text generated always as (lower(name)) stored,
  primary key (tenant_id, device_id),
  unique (device_id),
  foreign key (tenant_id, subscription_id) references cfs.subscriptions
);
create index devices_name on cfs.devices (tenant_id, name, device_id);
create index devices_name_all on cfs.devices (name, device_id);
select gate.protect('devices');

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
    lower(machine_name || ' ' || operating_system || ' ' || architecture || ' ' || coalesce(ip_address, ''))
  ) stored,
  primary key (tenant_id, pending_device_id)
);
create index pending_devices_machine_name on cfs.pending_devices (tenant_id, machine_name, pending_device_id);
create index pending_devices_last_ping on cfs.pending_devices (tenant_id, last_ping, pending_device_id);
select gate.protect('pending_devices');

-- One key of one agent for good: a key that was refused stays so, its agent enrols anew with another.
create table cfs.agent_credentials (
  tenant_id uuid not null references cfs.tenants,
  agent_id uuid primary key,
  public_key bytea not null,
  key_fingerprint text not null,
  -- Seals the nonces and the tokens of this agent.
  seal_key bytea not null,
  standing text not null check (standing in ('pending', 'promoted', 'refused')),
  -- When the nonce was made that signed in last: an older one is spent.
  last_nonce timestamptz(3),
  created timestamptz(3) not null,
  unique (tenant_id, key_fingerprint)
);
select gate.protect('agent_credentials');

-- Log entries of an entity: what an agent ships of its own.
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
