-- Schemas, roles, the scope that every statement runs under, and the way a table is protected.

create schema cfs;
create schema gate;
create schema if not exists extensions;
create extension if not exists pg_trgm with schema extensions;

-- Text that people sort: language order, digits by their value.
create collation cfs.human (provider = icu, locale = 'und-u-kn-true');

-- Roles belong to the cluster, so another database of it may have made them already.
do $$
declare
  name text;
begin
  foreach name in array array['cfs_app', 'cfs_ingest', 'cfs_access'] loop
    if not exists (select from pg_catalog.pg_roles where rolname = name) then
      execute format('create role %I login nosuperuser nocreatedb nocreaterole nobypassrls', name);
    end if;
    execute format('grant connect on database %I to %I', current_database(), name);
  end loop;
end
$$;

grant usage on schema cfs, gate, extensions to cfs_app, cfs_ingest, cfs_access;
alter default privileges in schema cfs grant usage, select on sequences to cfs_app, cfs_ingest;
-- From here on a function is for those to whom it is granted. (Per schema the default cannot be taken away.)
alter default privileges revoke execute on functions from public;

-- A scope is a set of tenants behind an unguessable key. Only cfs_access defines one; no role reads them.
create table gate.scopes (
  scope_key text primary key,
  -- The tenant of a scope of one, 'ffffffff-…' for a scope of all, null for several.
  only_tenant uuid,
  touched timestamptz(3) not null
);
create table gate.scope_members (
  scope_key text not null references gate.scopes on delete cascade,
  tenant_id uuid not null,
  primary key (scope_key, tenant_id)
);

create function gate.define_scope(scope_key text, all_tenants boolean, tenant_ids uuid[], moment timestamptz)
returns void language sql security definer set search_path = '' as $$
  insert into gate.scopes
    values ($1, case when $2 then 'ffffffff-ffff-ffff-ffff-ffffffffffff' when cardinality($3) = 1 then $3[1] end, $4);
  insert into gate.scope_members select $1, member from unnest($3) member;
$$;

create function gate.touch_scopes(scope_keys text[], moment timestamptz)
returns void language sql security definer set search_path = '' as $$
  update gate.scopes set touched = $2 where scope_key = any ($1);
  delete from gate.scopes where touched < $2 - interval '2 days';
$$;

create function gate.forget_scopes(scope_keys text[])
returns void language sql security definer set search_path = '' as $$
  delete from gate.scopes where scope_key = any ($1);
$$;

grant execute on function gate.define_scope, gate.touch_scopes, gate.forget_scopes to cfs_access;

-- What policies ask. plpgsql keeps their plans for the session; the row estimate keeps the sub-plan hashed. They carry
-- no `set search_path`, which costs more than the look-up itself: every name and operator in them is qualified instead.
create function gate.scope_one()
returns uuid language plpgsql stable parallel safe security definer as $$
begin
  return (select s.only_tenant from gate.scopes s
    where s.scope_key operator(pg_catalog.=) pg_catalog.current_setting('cfs.scope', true));
end
$$;

create function gate.scope_tenants()
returns setof uuid language plpgsql stable parallel safe security definer rows 30 as $$
begin
  return query select m.tenant_id from gate.scope_members m
    where m.scope_key operator(pg_catalog.=) pg_catalog.current_setting('cfs.scope', true);
end
$$;

-- Carried by every statement: true under the scope that the statement was made for, an error under any other.
create function gate.expect_scope(scope_key text)
returns boolean language plpgsql stable parallel safe as $$
begin
  if scope_key operator(pg_catalog.=) pg_catalog.current_setting('cfs.scope', true) then
    return true;
  end if;
  raise exception 'the connection is not in the scope that the statement expects' using errcode = 'CF001';
end
$$;

grant execute on function gate.scope_one, gate.scope_tenants, gate.expect_scope to cfs_app, cfs_ingest;

-- The condition of every policy. One look-up serves the scopes of one tenant and of all; others ask for their members.
create function gate.in_scope()
returns text language sql immutable set search_path = '' as $$
  select '(case (select gate.scope_one()) when tenant_id then true'
    ' when ''ffffffff-ffff-ffff-ffff-ffffffffffff'' then true'
    ' else tenant_id in (select gate.scope_tenants()) end)';
$$;

-- Puts a table under row-level security: rows of the scope alone, for every command. Its owner maintains it.
create function gate.protect(table_name text, ingest boolean default false)
returns void language plpgsql set search_path = '' as $$
declare
  readers text := case when ingest then 'cfs_app, cfs_ingest' else 'cfs_app' end;
begin
  execute format('alter table cfs.%I enable row level security', table_name);
  execute format('alter table cfs.%I force row level security', table_name);
  execute format('create policy scope on cfs.%I to %s using %s with check %s', table_name, readers, gate.in_scope(), gate.in_scope());
  execute format('create policy owner on cfs.%I to %I using (true) with check (true)', table_name, current_user);
  execute format('grant select, insert, update, delete on cfs.%I to cfs_app', table_name);
  if ingest then
    execute format('grant select, insert, update on cfs.%I to cfs_ingest', table_name);
  end if;
end
$$;

-- Lets the telemetry pipeline read a table that it does not write.
create function gate.open_to_ingest(table_name text)
returns void language plpgsql set search_path = '' as $$
begin
  execute format('create policy ingest on cfs.%I for select to cfs_ingest using %s', table_name, gate.in_scope());
  execute format('grant select on cfs.%I to cfs_ingest', table_name);
end
$$;

-- The same for a table whose rows are written once.
create function gate.protect_append_only(table_name text, ingest boolean default false)
returns void language plpgsql set search_path = '' as $$
begin
  perform gate.protect(table_name, ingest);
  execute format('revoke update, delete on cfs.%I from cfs_app', table_name);
  if ingest then
    execute format('revoke update on cfs.%I from cfs_ingest', table_name);
  end if;
end
$$;

-- Lets cfs_access, which finds out who somebody is before any scope exists, work on a table across tenants.
create function gate.open_to_access(table_name text, privileges text)
returns void language plpgsql set search_path = '' as $$
begin
  execute format('create policy access on cfs.%I to cfs_access using (true) with check (true)', table_name);
  execute format('grant %s on cfs.%I to cfs_access', privileges, table_name);
end
$$;
