-- Tenants and their subscriptions; people, roles and grants; tokens of machines. Read whole into each node's snapshot.

create table cfs.tenants (
  tenant_id uuid primary key,
  name text collate cfs.human not null,
  enabled boolean not null,
  internal_notification_email_address text,
  assignment_groups text,
  agent_download_url text,
  work_unit_fields jsonb not null,
  intake_wizard_form_data text,
  created timestamptz(3) not null,
  created_by text not null,
  modified timestamptz(3) not null,
  modified_by text not null,
  search_text text generated always as (lower(name)) stored
);
create index tenants_name on cfs.tenants (name, tenant_id);
select gate.protect('tenants');
select gate.open_to_access('tenants', 'select');

create table cfs.subscriptions (
  tenant_id uuid not null references cfs.tenants,
  subscription_id uuid not null,
  name text collate cfs.human not null,
  created timestamptz(3) not null,
  created_by text not null,
  modified timestamptz(3) not null,
  modified_by text not null,
  search_text text generated always as (lower(name)) stored,
  primary key (tenant_id, subscription_id)
);
create index subscriptions_name on cfs.subscriptions (tenant_id, name, subscription_id);
create index subscriptions_name_all on cfs.subscriptions (name, subscription_id);
select gate.protect('subscriptions');
select gate.open_to_access('subscriptions', 'select');

-- People belong to the System tenant; they are tied once to the provider's subject.
create table cfs.people (
  tenant_id uuid not null references cfs.tenants,
  user_id uuid primary key,
  mail text not null,
  name text collate cfs.human not null,
  invited_for text not null,
  subject text,
  tied timestamptz(3),
  picture_address text,
  created timestamptz(3) not null,
  created_by text not null,
  unique (invited_for, subject)
);
create unique index people_mail on cfs.people (invited_for, lower(mail));
select gate.protect('people');
select gate.open_to_access('people', 'select, insert, update');

create table cfs.roles (
  tenant_id uuid not null references cfs.tenants,
  role_name text not null,
  permissions text[] not null,
  primary key (tenant_id, role_name)
);
select gate.protect('roles');
select gate.open_to_access('roles', 'select, insert, update');

-- A grant ties a person or a provider's group to a role, in one tenant or (System tenant) in all of them.
create table cfs.grants (
  tenant_id uuid not null references cfs.tenants,
  grant_id uuid not null,
  user_id uuid references cfs.people,
  group_name text,
  role_name text not null,
  created timestamptz(3) not null,
  created_by text not null,
  primary key (tenant_id, grant_id),
  check ((user_id is null) <> (group_name is null))
);
create unique index grants_once on cfs.grants (tenant_id, coalesce(user_id::text, group_name), role_name);
select gate.protect('grants');
select gate.open_to_access('grants', 'select, insert, delete');

-- Tokens of machines: the secret is kept as its SHA-256 alone.
create table cfs.token_grants (
  tenant_id uuid not null references cfs.tenants,
  token_grant_id uuid not null,
  name text collate cfs.human not null,
  description text,
  lifetime_years integer not null,
  purposes text[] not null,
  prefix text not null,
  token_hash bytea not null unique,
  created timestamptz(3) not null,
  created_by text not null,
  modified timestamptz(3) not null,
  expires_on timestamptz(3),
  revoked_on timestamptz(3),
  search_text text generated always as (lower(name || ' ' || coalesce(description, ''))) stored,
  primary key (tenant_id, token_grant_id)
);
create index token_grants_created on cfs.token_grants (tenant_id, created, token_grant_id);
create index token_grants_expires on cfs.token_grants (tenant_id, expires_on, token_grant_id);
select gate.protect('token_grants');
select gate.open_to_access('token_grants', 'select');

-- The tenant and subscription that a person chose last.
create table cfs.person_contexts (
  tenant_id uuid not null references cfs.tenants,
  user_id uuid primary key references cfs.people,
  subscription_id uuid,
  chosen timestamptz(3) not null,
  foreign key (tenant_id, subscription_id) references cfs.subscriptions
);
select gate.protect('person_contexts');
select gate.open_to_access('person_contexts', 'select, insert, update');

-- One row: rises with every change of the tables above, so that a node knows when its snapshot is old.
create table gate.access_epoch (epoch bigint not null);
insert into gate.access_epoch values (1);

create function gate.read_access_epoch()
returns bigint language sql stable security definer set search_path = '' as $$
  select epoch from gate.access_epoch;
$$;
grant execute on function gate.read_access_epoch to cfs_access;

create function gate.raise_access_epoch()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update gate.access_epoch set epoch = epoch + 1;
  notify access_epoch;
  return null;
end
$$;

do $$
declare
  name text;
begin
  foreach name in array array['tenants', 'subscriptions', 'people', 'roles', 'grants', 'token_grants', 'person_contexts'] loop
    execute format(
      'create trigger raise_access_epoch after insert or update or delete on cfs.%I '
      'for each statement execute function gate.raise_access_epoch()', name);
  end loop;
end
$$;

insert into cfs.tenants (tenant_id, name, enabled, work_unit_fields, created, created_by, modified, modified_by)
values ('00000000-0000-0000-0000-000000000001', 'System', true, '[]', now(), 'system', now(), 'system');
