-- Searching a table by a part of its text, behind row-level security.
--
-- `like` is not leakproof, so behind a policy it never reaches an index. The function that this makes looks the ids up
-- as the owner, past the policy, and tells nothing but ids; whoever calls it joins them to the rows that it may see.
create function gate.make_searchable(table_name text, key_column text)
returns void language plpgsql set search_path = '' as $make$
declare
  key_type text := (
    select pg_catalog.format_type(a.atttypid, a.atttypmod) from pg_catalog.pg_attribute a
    where a.attrelid = format('cfs.%I', table_name)::regclass and a.attname = key_column
  );
begin
  execute format(
    'create index if not exists %I on cfs.%I using gin (search_text extensions.gin_trgm_ops)',
    table_name || '_search', table_name
  );
  execute format($f$
    create or replace function gate.%I(pattern text, at_most integer)
    returns setof %s language sql stable security definer set search_path = '' set enable_seqscan = off rows 100 as $body$
      select t.%I from cfs.%I t where t.search_text like (pattern collate "default") limit at_most
    $body$
  $f$, 'search_' || table_name, key_type, key_column, table_name);
  execute format('grant execute on function gate.%I to cfs_app', 'search_' || table_name);
end
$make$;

select gate.make_searchable('tenants', 'tenant_id');
select gate.make_searchable('subscriptions', 'subscription_id');
