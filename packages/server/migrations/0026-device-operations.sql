-- Operations that are assigned to devices, and their runs on demand.

create table cfs.device_operations (
  tenant_id uuid not null,
  device_operation_id uuid primary key,
  device_id uuid not null,
  -- Null once the package of a deleted one is gone.
  operation_id uuid references cfs.package_operations (operation_id) on delete set null,
  label text collate cfs.human not null,
  reference_id text,
  global_setting_id text,
  enabled boolean not null,
  frequency_type_id integer not null check (frequency_type_id between 1 and 3),
  interval_seconds integer not null check (interval_seconds >= 30),
  is_interactive boolean not null,
  -- JSON.
  parameters text not null,
  timeout_seconds integer,
  memory_limit_mebibytes integer,
  -- Queued: OnDemand, not complete, with a token. The token names a row of device_operation_runs.
  operation_complete boolean not null default false,
  completion_token uuid,
  is_deleted boolean not null default false,
  created timestamptz(3) not null,
  created_by text not null,
  modified timestamptz(3) not null,
  modified_by text not null,
  search_text text generated always as (cfs.fold(label)) stored,
  unique (tenant_id, device_operation_id),
  foreign key (tenant_id, device_id) references cfs.devices,
  check (operation_id is not null or is_deleted)
);
create index device_operations_label on cfs.device_operations (tenant_id, label, device_operation_id);
create index device_operations_label_all on cfs.device_operations (label, device_operation_id);
create index device_operations_device on cfs.device_operations (tenant_id, device_id, label);
create index device_operations_operation on cfs.device_operations (operation_id);
select gate.protect('device_operations');
select gate.make_searchable('device_operations', 'device_operation_id');

-- Runs on demand: queued by a person, claimed once by the agent, over with an outcome.
create table cfs.device_operation_runs (
  tenant_id uuid not null,
  completion_token uuid not null,
  device_operation_id uuid not null,
  queued timestamptz(3) not null,
  queued_by text not null,
  -- Drawn by the agent that claimed the run.
  run_id uuid,
  lease_expires timestamptz(3),
  started timestamptz(3),
  ended timestamptz(3),
  outcome integer,
  duration_milliseconds bigint,
  exit_code bigint,
  output text,
  output_truncated boolean,
  error text,
  primary key (tenant_id, completion_token),
  foreign key (tenant_id, device_operation_id) references cfs.device_operations (tenant_id, device_operation_id)
);
create index device_operation_runs_queued
  on cfs.device_operation_runs (tenant_id, device_operation_id, queued desc);
select gate.protect('device_operation_runs');
