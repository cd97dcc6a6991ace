-- People, their roles and grants, and their pictures.

-- All of the System tenant. A row is a person or an invitation: an administrator of one tenant invites by a row of its
-- own, whether or not the mail address is known elsewhere, so that an invitation reveals nothing about the person.
create table cfs.people (
  tenant_id uuid not null references cfs.tenants,
  user_id uuid primary key,
  mail text not null,
  name text collate cfs.human not null,
  enabled boolean not null default true,
  -- The identity provider, and from the first sign-in on its subject for the person.
  provider text not null,
  subject text,
  first_sign_in timestamptz(3),
  -- The tenant of an invitation that was not accepted yet; null for a person.
  invited_in uuid references cfs.tenants,
  picture_address text,
  -- Of the person's newest access token: the groups that hold grants, and the roles of the claims map. Read when the
  -- person is not calling, to find out who may approve, be assigned or be mentioned.
  claimed_groups text[] not null default '{}',
  claimed_roles jsonb not null default '[]',
  -- When that token was issued, in seconds since 1970. An older token that is still in use changes nothing.
  claimed_at bigint not null default 0,
  created timestamptz(3) not null,
  created_by text not null,
  -- Null until the first change after the invitation.
  modified timestamptz(3),
  modified_by text,
  search_text text generated always as (cfs.fold(name || ' ' || mail)) stored,
  unique (provider, subject),
  constraint people_invitation_has_no_subject check (invited_in is null or subject is null)
);
create unique index people_mail on cfs.people (provider, lower(mail)) where invited_in is null;
create unique index people_invitation on cfs.people (provider, lower(mail), invited_in) where invited_in is not null;
select gate.protect('people');
select gate.open_to_access('people', 'select, insert, update');
select gate.make_searchable('people', 'user_id');

create table cfs.roles (
  tenant_id uuid not null references cfs.tenants,
  role_name text not null,
  permissions text[] not null,
  role_id uuid not null unique,
  -- The server stores these roles as its code defines them.
  built_in boolean not null default false,
  created timestamptz(3) not null,
  created_by text not null,
  modified timestamptz(3) not null,
  modified_by text not null,
  search_text text generated always as (cfs.fold(role_name)) stored,
  primary key (tenant_id, role_name)
);
create unique index roles_name on cfs.roles (tenant_id, lower(role_name));
select gate.protect('roles');
select gate.open_to_access('roles', 'select, insert, update');
select gate.make_searchable('roles', 'role_id');

-- Roles of the System tenant can be granted, and so are read, in every tenant.
create policy shared on cfs.roles for select to cfs_app using (tenant_id = '00000000-0000-0000-0000-000000000001');

-- A grant gives a person or a group of the identity provider a role: in one tenant, or in all (System tenant).
create table cfs.grants (
  tenant_id uuid not null references cfs.tenants,
  grant_id uuid not null,
  user_id uuid references cfs.people,
  group_name text,
  -- The mail address of the person, which never changes, or the name of the group.
  holder text collate cfs.human not null,
  role_name text not null,
  created timestamptz(3) not null,
  created_by text not null,
  search_text text generated always as (cfs.fold(holder || ' ' || role_name)) stored,
  primary key (tenant_id, grant_id),
  check ((user_id is null) <> (group_name is null))
);
create unique index grants_once on cfs.grants (tenant_id, coalesce(user_id::text, group_name), role_name);
select gate.protect('grants');
select gate.open_to_access('grants', 'select, insert, delete');
select gate.make_searchable('grants', 'grant_id');

create function gate.set_grant_holder()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  new.holder := coalesce(new.group_name, (select p.mail from cfs.people p where p.user_id = new.user_id));
  return new;
end
$$;
create trigger set_grant_holder before insert on cfs.grants for each row execute function gate.set_grant_holder();

-- A scope reaches the people who hold a grant in it, and its own invitations, whose last grant may have been deleted.
-- An invitation is inserted before its first grant, so a new row is checked by its tenant alone.
alter policy scope on cfs.people
  using (
    case (select gate.scope_one()) when 'ffffffff-ffff-ffff-ffff-ffffffffffff' then true
      else invited_in in (select gate.scope_tenants())
        or exists (select from cfs.grants g where g.user_id = people.user_id) end)
  with check (tenant_id = '00000000-0000-0000-0000-000000000001');

-- A picture belongs to the tenant in which the person uploaded it.
create table cfs.profile_pictures (
  tenant_id uuid not null references cfs.tenants,
  user_id uuid not null references cfs.people,
  media_type text not null,
  bytes bytea not null,
  uploaded timestamptz(3) not null,
  primary key (tenant_id, user_id)
);
select gate.protect('profile_pictures');

create trigger raise_access_epoch after insert or update or delete on cfs.people
for each statement execute function gate.raise_access_epoch();
create trigger raise_access_epoch after insert or update or delete on cfs.roles
for each statement execute function gate.raise_access_epoch();
create trigger raise_access_epoch after insert or update or delete on cfs.grants
for each statement execute function gate.raise_access_epoch();
