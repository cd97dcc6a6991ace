-- What belongs to one person and no tenant: preferences.

-- Puts a table under row-level security whose rows are a person's own: the scope of a statement on it holds no tenant
-- but the person's id alone, so that not even a scope of all tenants reads them.
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

create table cfs.preferences (
  user_id uuid not null references cfs.people on delete cascade,
  name text not null,
  value jsonb not null,
  modified timestamptz(3) not null,
  primary key (user_id, name)
);
select gate.protect_person('preferences');
