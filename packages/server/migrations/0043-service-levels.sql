-- Business calendars, targets of response and resolution, and the clocks of work units. Calendars and targets of the
-- System tenant are shared by all.

create table cfs.business_calendars (
  tenant_id uuid not null references cfs.tenants,
  business_calendar_id uuid not null,
  name text collate cfs.human not null,
  -- IANA.
  time_zone text not null,
  is_always_open boolean not null,
  -- An array of {day, from, until}; 1 is Monday.
  hours jsonb not null,
  -- An array of {date, name, isYearly}.
  holidays jsonb not null,
  holiday_count integer not null generated always as (jsonb_array_length(holidays)) stored,
  created timestamptz(3) not null,
  created_by text not null,
  modified timestamptz(3) not null,
  modified_by text not null,
  search_text text generated always as (cfs.fold(name || E'\n' || time_zone)) stored,
  primary key (tenant_id, business_calendar_id),
  unique (business_calendar_id)
);
create index business_calendars_name on cfs.business_calendars (tenant_id, name, business_calendar_id);
create index business_calendars_name_all on cfs.business_calendars (name, business_calendar_id);
select gate.protect('business_calendars');
select gate.make_searchable('business_calendars', 'business_calendar_id');

create table cfs.service_level_targets (
  tenant_id uuid not null references cfs.tenants,
  service_level_target_id uuid not null,
  -- NULL: every type, every severity.
  work_unit_type_id integer references cfs.work_unit_types,
  severity smallint check (severity between 0 and 4),
  response_minutes integer check (response_minutes > 0),
  resolution_minutes integer check (resolution_minutes > 0),
  warning_percent smallint not null check (warning_percent between 1 and 99),
  -- NULL: around the clock. Of the tenant or of the System tenant.
  business_calendar_id uuid references cfs.business_calendars (business_calendar_id),
  created timestamptz(3) not null,
  created_by text not null,
  modified timestamptz(3) not null,
  modified_by text not null,
  primary key (tenant_id, service_level_target_id),
  unique nulls not distinct (tenant_id, work_unit_type_id, severity)
);
create index service_level_targets_id on cfs.service_level_targets (service_level_target_id, tenant_id);
create index service_level_targets_calendar on cfs.service_level_targets (business_calendar_id);
select gate.protect('service_level_targets');

-- A clock runs (running_since), is paused (neither that nor ended), or has ended. All are written under the lock of
-- their work unit.
create table cfs.service_level_clocks (
  tenant_id uuid not null,
  work_unit_id bigint not null,
  -- 1 response, 2 resolution.
  kind smallint not null check (kind in (1, 2)),
  -- What the target was chosen by.
  work_unit_type_id integer not null,
  severity smallint not null,
  target_minutes integer not null,
  warning_percent smallint not null,
  -- NULL: around the clock. The calendar of a clock that has ended may be deleted.
  business_calendar_id uuid,
  started timestamptz(3) not null,
  -- Business time before `running_since`.
  elapsed_milliseconds bigint not null,
  running_since timestamptz(3),
  -- NULL unless the clock runs, and in a calendar that does not open for so long.
  due timestamptz(3),
  warning_due timestamptz(3),
  -- When the target passed while the clock ran.
  breached timestamptz(3),
  -- When the events were raised.
  warning_raised timestamptz(3),
  breach_raised timestamptz(3),
  ended timestamptz(3),
  -- 1 met, 2 breached; NULL while it is open, and for a unit that was canceled in time.
  outcome smallint check (outcome in (1, 2)),
  -- When the outcome was certain: at the end, or when the target passed.
  settled timestamptz(3),
  primary key (tenant_id, work_unit_id, kind),
  foreign key (tenant_id, work_unit_id) references cfs.work_units
);
-- Attainment reads the outcomes of some weeks from the index alone.
create index service_level_clocks_settled on cfs.service_level_clocks (tenant_id, settled)
  include (kind, severity, outcome) where outcome is not null;
create index service_level_clocks_settled_all on cfs.service_level_clocks (settled)
  include (kind, severity, outcome, tenant_id) where outcome is not null;
create index service_level_clocks_calendar on cfs.service_level_clocks (business_calendar_id) where ended is null;
select gate.protect('service_level_clocks');
