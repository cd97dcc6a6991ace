-- Status reports about an event, with their past and next steps, the work units that they link to, and the internal
-- notification of each that was sent last.

create table cfs.work_unit_communications (
  tenant_id uuid not null references cfs.tenants,
  work_unit_communication_id uuid not null,
  public_work_unit_communication_id bigint not null generated always as identity,
  title text collate cfs.human not null,
  service_manager text collate cfs.human not null,
  status smallint not null check (status between 1 and 5),
  details text,
  customer_assistance_required boolean not null,
  root_cause text,
  event_started timestamptz(3),
  event_engaged timestamptz(3),
  event_mitigated timestamptz(3),
  event_resolved timestamptz(3),
  -- Closed communications (Cancelled, Resolved) have no next update.
  next_update timestamptz(3) check (next_update is null or status not in (4, 5)),
  next_internal_update timestamptz(3),
  maximum_impact text,
  current_impact text,
  impacted_services text,
  internal_bridge text,
  created timestamptz(3) not null,
  created_by text not null,
  modified timestamptz(3) not null,
  modified_by text not null,
  user_changed timestamptz(3),
  user_changed_by text,
  search_text text generated always as
    (cfs.fold((title || E'\n' || coalesce(current_impact, '')) collate "default")) stored,
  primary key (tenant_id, work_unit_communication_id),
  check (status <> 5 or root_cause is not null)
);
create index work_unit_communications_id on cfs.work_unit_communications (work_unit_communication_id, tenant_id);
create index work_unit_communications_public
  on cfs.work_unit_communications (tenant_id, public_work_unit_communication_id, work_unit_communication_id);
create index work_unit_communications_public_all
  on cfs.work_unit_communications (public_work_unit_communication_id, work_unit_communication_id);
create index work_unit_communications_title
  on cfs.work_unit_communications (tenant_id, title, work_unit_communication_id);
create index work_unit_communications_title_all on cfs.work_unit_communications (title, work_unit_communication_id);
create index work_unit_communications_status
  on cfs.work_unit_communications (tenant_id, status, created desc, work_unit_communication_id desc);
create index work_unit_communications_status_all
  on cfs.work_unit_communications (status, created desc, work_unit_communication_id desc, tenant_id desc);
create index work_unit_communications_created
  on cfs.work_unit_communications (tenant_id, created, work_unit_communication_id);
create index work_unit_communications_created_all
  on cfs.work_unit_communications (created, work_unit_communication_id);
create index work_unit_communications_modified
  on cfs.work_unit_communications (tenant_id, modified, work_unit_communication_id);
create index work_unit_communications_modified_all
  on cfs.work_unit_communications (modified, work_unit_communication_id);
create index work_unit_communications_next_update
  on cfs.work_unit_communications (tenant_id, next_update nulls first, work_unit_communication_id);
create index work_unit_communications_next_update_all
  on cfs.work_unit_communications (next_update nulls first, work_unit_communication_id);
create index work_unit_communications_resolved
  on cfs.work_unit_communications (tenant_id, event_resolved nulls first, work_unit_communication_id);
create index work_unit_communications_resolved_all
  on cfs.work_unit_communications (event_resolved nulls first, work_unit_communication_id);
select gate.protect('work_unit_communications');
select gate.make_searchable('work_unit_communications', 'work_unit_communication_id');

create table cfs.work_unit_communication_activities (
  tenant_id uuid not null,
  work_unit_communication_activity_id uuid not null,
  work_unit_communication_id uuid not null,
  activity_type smallint not null check (activity_type = case when is_complete then 2 else 1 end),
  details text not null,
  is_customer_facing boolean not null,
  is_complete boolean not null,
  completed timestamptz(3) check ((completed is not null) = is_complete),
  created timestamptz(3) not null,
  created_by text not null,
  modified timestamptz(3) not null,
  modified_by text not null,
  primary key (tenant_id, work_unit_communication_activity_id),
  foreign key (tenant_id, work_unit_communication_id) references cfs.work_unit_communications on delete cascade
);
create index work_unit_communication_activities_of
  on cfs.work_unit_communication_activities (tenant_id, work_unit_communication_id, created);
create index work_unit_communication_activities_id
  on cfs.work_unit_communication_activities (work_unit_communication_activity_id, tenant_id);
create index work_unit_communication_activities_created
  on cfs.work_unit_communication_activities (tenant_id, created, work_unit_communication_activity_id);
create index work_unit_communication_activities_created_all
  on cfs.work_unit_communication_activities (created, work_unit_communication_activity_id);
select gate.protect('work_unit_communication_activities');

create table cfs.work_unit_communication_work_units (
  tenant_id uuid not null,
  work_unit_communication_id uuid not null,
  work_unit_id bigint not null,
  created timestamptz(3) not null,
  created_by text not null,
  primary key (tenant_id, work_unit_communication_id, work_unit_id),
  foreign key (tenant_id, work_unit_communication_id) references cfs.work_unit_communications on delete cascade,
  foreign key (tenant_id, work_unit_id) references cfs.work_units
);
create index work_unit_communication_work_units_unit
  on cfs.work_unit_communication_work_units (tenant_id, work_unit_id);
select gate.protect('work_unit_communication_work_units');

create table cfs.internal_notifications (
  tenant_id uuid not null,
  work_unit_communication_id uuid not null,
  notification_id uuid not null,
  recipient text not null,
  -- Why the mail failed for good.
  failure text,
  created timestamptz(3) not null,
  created_by text not null,
  primary key (tenant_id, work_unit_communication_id),
  foreign key (tenant_id, work_unit_communication_id) references cfs.work_unit_communications on delete cascade
);
select gate.protect('internal_notifications');
