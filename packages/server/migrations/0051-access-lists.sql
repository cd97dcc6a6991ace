-- People, roles and grants as lists that administrators edit; pictures that people upload.

alter table cfs.people
  add column enabled boolean not null default true,
  -- Null until the person is first changed after the invitation.
  add column modified timestamptz(3),
  add column modified_by text,
  add column search_text text generated always as (lower(name || ' ' || mail)) stored;
select gate.make_searchable('people', 'user_id');

-- A person belongs to no tenant of their own: whoever reaches one of their grants reaches them. Inviting comes before
-- the first grant, so a new row is checked by its owner alone.
drop policy scope on cfs.people;
create policy scope on cfs.people to cfs_app
  using (
    case (select gate.scope_one()) when 'ffffffff-ffff-ffff-ffff-ffffffffffff' then true
      else exists (select from cfs.grants g where g.user_id = people.user_id) end)
  with check (tenant_id = '00000000-0000-0000-0000-000000000001');

alter table cfs.roles
  add column role_id uuid not null default gen_random_uuid() unique,
  -- The server keeps these as its code has them.
  add column built_in boolean not null default false,
  add column created timestamptz(3) not null default now(),
  add column created_by text not null default 'system',
  add column modified timestamptz(3) not null default now(),
  add column modified_by text not null default 'system',
  add column search_text text generated always as (lower(role_name)) stored;
alter table cfs.roles
  alter column role_id drop default,
  alter column created drop default,
  alter column created_by drop default,
  alter column modified drop default,
  alter column modified_by drop default;
create unique index roles_name on cfs.roles (tenant_id, lower(role_name));
select gate.make_searchable('roles', 'role_id');

-- Roles of the System tenant can be granted, and so are read, in every tenant.
create policy shared on cfs.roles for select to cfs_app using (tenant_id = '00000000-0000-0000-0000-000000000001');

-- Who holds a grant, in words: the mail of the person, which never changes, or the name of the group.
alter table cfs.grants add column holder text collate cfs.human;
update cfs.grants set holder = coalesce(group_name, (select p.mail from cfs.people p where p.user_id = grants.user_id));
alter table cfs.grants
  alter column holder set not null,
  add column search_text text generated always as (lower(holder || ' ' || role_name)) stored;
select gate.make_searchable('grants', 'grant_id');

create function gate.name_holder()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  new.holder := coalesce(new.group_name, (select p.mail from cfs.people p where p.user_id = new.user_id));
  return new;
end
$$;
create trigger name_holder before insert on cfs.grants for each row execute function gate.name_holder();

-- A picture stands in the tenant in which its person uploaded it.
create table cfs.profile_pictures (
  tenant_id uuid not null references cfs.tenants,
  user_id uuid not null references cfs.people,
  media_type text not null,
  bytes bytea not null,
  uploaded timestamptz(3) not null,
  primary key (tenant_id, user_id)
);
select gate.protect('profile_pictures');
