-- A scope that is not defined, or no longer, raises an error instead of matching no row: an empty answer would pass for a
-- true one. Without any scope there is still no row.
create or replace function gate.scope_one()
returns uuid language plpgsql stable parallel safe security definer as $$
declare
  found_tenant uuid;
begin
  select s.only_tenant into found_tenant from gate.scopes s
    where s.scope_key operator(pg_catalog.=) pg_catalog.current_setting('cfs.scope', true);
  if not found and pg_catalog.current_setting('cfs.scope', true) operator(pg_catalog.<>) '' then
    raise exception 'the scope of the connection is not defined' using errcode = 'CF002';
  end if;
  return found_tenant;
end
$$;
