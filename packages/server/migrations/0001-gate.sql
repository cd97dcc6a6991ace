-- Schemas, roles, the scope that every statement runs under, and the functions that protect a table.

create schema cfs;
create schema gate;
create schema if not exists extensions;
create extension if not exists pg_trgm with schema extensions;

-- Roles belong to the cluster: another database of it may have created them already.
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
-- Functions created from here on need a grant to be executed. (This default cannot be revoked per schema.)
alter default privileges revoke execute on functions from public;

-- A scope is a set of tenants behind an unguessable key. Only cfs_access defines scopes; no server role reads them.
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

create function gate.delete_scopes(scope_keys text[])
returns void language sql security definer set search_path = '' as $$
  delete from gate.scopes where scope_key = any ($1);
$$;

grant execute on function gate.define_scope, gate.touch_scopes, gate.delete_scopes to cfs_access;

-- The functions that policies call. plpgsql caches their plans for the session; the row estimate keeps the subplan
-- hashed. They have no `set search_path`, which would cost more than the lookup: every name and operator is qualified.
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

-- Part of every statement: true in the scope that the statement was built for, an error in any other.
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

-- The condition of every policy. One lookup serves scopes of one tenant and of all; other scopes read their members.
create function gate.in_scope()
returns text language sql immutable set search_path = '' as $$
  select '(case (select gate.scope_one()) when tenant_id then true'
    ' when ''ffffffff-ffff-ffff-ffff-ffffffffffff'' then true'
    ' else tenant_id in (select gate.scope_tenants()) end)';
$$;

-- Enables and forces row-level security on a table: every command is limited to the rows of the scope. The owner, who
-- runs migrations, reaches all rows. `ingest` lets the telemetry pipeline write the table as well.
create function gate.protect(table_name text, ingest boolean default false)
returns void language plpgsql set search_path = '' as $$
declare
  readers text := case when ingest then 'cfs_app, cfs_ingest' else 'cfs_app' end;
begin
  execute format('alter table cfs.%I enable row level security', table_name);
  execute format('alter table cfs.%I force row level security', table_name);
  execute format('create policy scope on cfs.%I to %s using %s with check %s',
    table_name, readers, gate.in_scope(), gate.in_scope());
  execute format('create policy owner on cfs.%I to %I using (true) with check (true)', table_name, current_user);
  execute format('grant select, insert, update, delete on cfs.%I to cfs_app', table_name);
  if ingest then
    execute format('grant select, insert, update on cfs.%I to cfs_ingest', table_name);
  end if;
end
$$;

-- The same for a table whose rows are inserted and read, never changed.
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

-- Lets the telemetry pipeline read a table that it does not write.
create function gate.open_to_ingest(table_name text)
returns void language plpgsql set search_path = '' as $$
begin
  execute format('create policy ingest on cfs.%I for select to cfs_ingest using %s', table_name, gate.in_scope());
  execute format('grant select on cfs.%I to cfs_ingest', table_name);
end
$$;

-- Enables and forces row-level security on a table whose rows belong to one person: the scope of a statement on it
-- holds the person's id in place of a tenant, so that even a scope of all tenants reads none of them.
create function gate.protect_person(table_name text)
returns void language plpgsql set search_path = '' as $$
begin
  execute format('alter table cfs.%I enable row level security', table_name);
  execute format('alter table cfs.%I force row level security', table_name);
  execute format('create policy scope on cfs.%I to cfs_app using (user_id = (select gate.scope_one()))'
    ' with check (user_id = (select gate.scope_one()))', table_name);
  execute format('create policy owner on cfs.%I to %I using (true) with check (true)', table_name, current_user);
  execute format('grant select, insert, update, delete on cfs.%I to cfs_app', table_name);
end
$$;

-- Lets cfs_access, which identifies callers before any scope exists, use a table across tenants.
create function gate.open_to_access(table_name text, privileges text)
returns void language plpgsql set search_path = '' as $$
begin
  execute format('create policy access on cfs.%I to cfs_access using (true) with check (true)', table_name);
  execute format('grant %s on cfs.%I to cfs_access', privileges, table_name);
end
$$;

-- Fetches rows of a cursor over texts and returns them as one text of at least `size` characters, shorter only at the
-- end of the cursor and empty after it. One value for many rows makes a long stream cheap for the server.
create function gate.next_text(stream refcursor, size integer)
returns text language plpgsql volatile as $$
declare
  piece text;
  pieces text[] := '{}';
  gathered integer := 0;
begin
  while gathered < size loop
    fetch next from stream into piece;
    exit when not found;
    pieces := pg_catalog.array_append(pieces, piece);
    gathered := gathered operator(pg_catalog.+) pg_catalog.length(piece);
  end loop;
  return pg_catalog.array_to_string(pieces, '');
end
$$;
grant execute on function gate.next_text to cfs_app;
