-- Tenants.

create table cfs.tenants (
  tenant_id uuid primary key,
  name text collate cfs.human not null,
  enabled boolean not null,
  internal_notification_email_address text,
  assignment_groups text,
  agent_download_url text,
  work_unit_fields jsonb not null,
  intake_wizard_form_data text,
  -- The version of the form that is stored; null without one.
  intake_form_version integer,
  created timestamptz(3) not null,
  created_by text not null,
  modified timestamptz(3) not null,
  modified_by text not null,
  search_text text generated always as (cfs.fold(name)) stored
);
create index tenants_name on cfs.tenants (name, tenant_id);
select gate.protect('tenants');
select gate.open_to_access('tenants', 'select');
select gate.make_searchable('tenants', 'tenant_id');

-- Every intake form that a tenant stored, so that a unit is shown and changed by the one that it was submitted with.
create table cfs.intake_forms (
  tenant_id uuid not null references cfs.tenants,
  version integer not null check (version > 0),
  form text not null,
  created timestamptz(3) not null,
  created_by text not null,
  primary key (tenant_id, version)
);
select gate.protect('intake_forms');

create trigger raise_access_epoch after insert or update or delete on cfs.tenants
for each statement execute function gate.raise_access_epoch();

-- The System tenant: its rows are shared by all tenants, or belong to none.
insert into cfs.tenants (tenant_id, name, enabled, work_unit_fields, created, created_by, modified, modified_by)
values ('00000000-0000-0000-0000-000000000001', 'System', true, '[]', now(), 'system', now(), 'system');
