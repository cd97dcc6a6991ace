-- Control sets with their controls, and the status of each control by week and tenant. Rows of the System tenant are
-- shared by all.

create table cfs.control_sets (
  tenant_id uuid not null references cfs.tenants,
  control_set_id uuid primary key,
  name text collate cfs.human not null,
  description text,
  created timestamptz(3) not null,
  created_by text not null,
  modified timestamptz(3) not null,
  modified_by text not null,
  unique (tenant_id, control_set_id)
);
create unique index control_sets_name on cfs.control_sets (tenant_id, name);
create index control_sets_name_all on cfs.control_sets (name, control_set_id);
select gate.protect('control_sets');

create table cfs.controls (
  tenant_id uuid not null,
  control_id uuid primary key,
  control_set_id uuid not null,
  -- Order within the set.
  position integer not null,
  name text collate cfs.human not null,
  title text not null,
  description text,
  -- No longer in the imported file; kept for its statuses.
  is_retired boolean not null default false,
  created timestamptz(3) not null,
  created_by text not null,
  modified timestamptz(3) not null,
  modified_by text not null,
  unique (tenant_id, control_id),
  foreign key (tenant_id, control_set_id) references cfs.control_sets (tenant_id, control_set_id) on delete cascade
);
create unique index controls_name on cfs.controls (tenant_id, control_set_id, name);
create index controls_position on cfs.controls (control_set_id, position, control_id);
select gate.protect('controls');

create table cfs.control_statuses (
  tenant_id uuid not null references cfs.tenants,
  control_status_id uuid not null,
  control_id uuid not null references cfs.controls (control_id),
  -- Midnight in UTC of the week's Sunday.
  check_date timestamptz(3) not null check (
    check_date = date_trunc('day', check_date, 'UTC') and extract(dow from check_date at time zone 'UTC') = 0
  ),
  status smallint not null check (status between 0 and 4),
  notes text not null,
  created timestamptz(3) not null,
  created_by text not null,
  modified timestamptz(3) not null,
  modified_by text not null,
  primary key (tenant_id, control_status_id)
);
create index control_statuses_id on cfs.control_statuses (control_status_id, tenant_id);
create unique index control_statuses_week on cfs.control_statuses (control_id, check_date, tenant_id);
create index control_statuses_check_date on cfs.control_statuses (tenant_id, check_date, control_status_id);
create index control_statuses_check_date_all on cfs.control_statuses (check_date, control_status_id);
select gate.protect('control_statuses');
