-- Devices, and the keys of their agents.

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
  -- When two live sessions of the agent's key were seen last.
  clone_detected timestamptz(3),
  -- Incremented by every change that the agent must receive.
  configuration_version bigint not null default 1,
  created timestamptz(3) not null,
  created_by text not null,
  modified timestamptz(3) not null,
  modified_by text not null,
  search_text text generated always as (cfs.fold(name)) stored,
  primary key (tenant_id, device_id),
  unique (device_id),
  foreign key (tenant_id, subscription_id) references cfs.subscriptions
);
create index devices_name on cfs.devices (tenant_id, name, device_id);
create index devices_name_all on cfs.devices (name, device_id);
select gate.protect('devices');
select gate.make_searchable('devices', 'device_id');

-- The public key of an agent. `agent_id` is the id of its pending device and of the device that this becomes. A refused
-- key stays refused: its agent enrols again with another.
create table cfs.agent_credentials (
  tenant_id uuid not null references cfs.tenants,
  agent_id uuid primary key,
  public_key bytea not null,
  key_fingerprint text not null,
  status text not null check (status in ('pending', 'promoted', 'refused')),
  -- When the nonce of the last sign-in was issued: older nonces are refused.
  last_nonce timestamptz(3),
  -- The session that signed in last, and the one that it replaced: if that one returns, the key is used twice.
  session_id uuid,
  replaced_session_id uuid,
  created timestamptz(3) not null,
  unique (tenant_id, key_fingerprint)
);
select gate.protect('agent_credentials');
