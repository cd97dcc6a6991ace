-- Control sets with their controls, the status of each control by week and tenant, and its evidence. Rows of the System
-- tenant are shared by all.

create table cfs.control_sets (
  tenant_id uuid not null references cfs.tenants,
  control_set_id uuid primary key,
  name text collate cfs.human not null,
  description text,
  -- Hidden; kept for the statuses of its controls.
  is_retired boolean not null default false,
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
  -- Rows of control_evidence, counted in the transaction that adds or removes one.
  evidence_count smallint not null default 0 check (evidence_count between 0 and 20),
  created timestamptz(3) not null,
  created_by text not null,
  modified timestamptz(3) not null,
  modified_by text not null,
  primary key (tenant_id, control_status_id)
);
create index control_statuses_id on cfs.control_statuses (control_status_id, tenant_id);
-- Answers the weeks of a control in a tenant without reading the table.
create unique index control_statuses_week on cfs.control_statuses (control_id, tenant_id, check_date) include (status);
create index control_statuses_check_date on cfs.control_statuses (tenant_id, check_date, control_status_id);
create index control_statuses_check_date_all on cfs.control_statuses (check_date, control_status_id);
select gate.protect('control_statuses');

-- What shows that a status is right: a file, a link, a work unit or a rule.
create table cfs.control_evidence (
  tenant_id uuid not null,
  control_evidence_id uuid not null,
  control_status_id uuid not null,
  -- 1 file, 2 link, 3 work unit, 4 rule.
  kind smallint not null check (kind between 1 and 4),
  -- The name of a file, the title of a link.
  title text,
  url text,
  work_unit_id bigint,
  rule_id uuid references cfs.rules (rule_id),
  media_type text,
  size integer check (size between 1 and 10485760),
  sha256 bytea,
  created timestamptz(3) not null,
  created_by text not null,
  primary key (tenant_id, control_evidence_id),
  foreign key (tenant_id, control_status_id) references cfs.control_statuses on delete cascade,
  foreign key (tenant_id, work_unit_id) references cfs.work_units,
  check ((kind = 1) = (media_type is not null) and (kind = 1) = (size is not null) and (kind = 1) = (sha256 is not null)),
  check (kind <> 1 or title is not null),
  check ((kind = 2) = (url is not null)),
  check ((kind = 3) = (work_unit_id is not null)),
  check ((kind = 4) = (rule_id is not null))
);
create index control_evidence_status on cfs.control_evidence (tenant_id, control_status_id, created, control_evidence_id);
create unique index control_evidence_url on cfs.control_evidence (tenant_id, control_status_id, url);
create unique index control_evidence_work_unit on cfs.control_evidence (tenant_id, control_status_id, work_unit_id);
create unique index control_evidence_rule on cfs.control_evidence (tenant_id, control_status_id, rule_id);
select gate.protect('control_evidence');

-- The bytes of a file in parts, as those of attachments (0041).
create table cfs.control_evidence_parts (
  tenant_id uuid not null,
  control_evidence_id uuid not null,
  part integer not null,
  content bytea not null,
  primary key (tenant_id, control_evidence_id, part),
  foreign key (tenant_id, control_evidence_id) references cfs.control_evidence on delete cascade
);
alter table cfs.control_evidence_parts alter column content set storage external;
select gate.protect('control_evidence_parts');
