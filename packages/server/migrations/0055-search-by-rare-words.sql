-- The search looks for all words of a query at once, by those that are rare.
--
-- Letters that stand in every row make an index over three letters slow: of "tenant 499", only "499" leads anywhere.
-- How rare a word is shows in rows of a few blocks.
create or replace function gate.make_searchable(table_name text, key_column text)
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
  execute format('drop function if exists gate.%I(text, integer)', 'search_' || table_name);
  -- Ids of the rows whose text holds every term, the terms in small letters; a single null when there are more than
  -- `at_most`, or when no index tells.
  execute format($f$
    create or replace function gate.%1$I(terms text[], at_most integer)
    returns setof %2$s language plpgsql stable security definer set search_path = '' set enable_seqscan = off rows 100
    as $body$
    declare
      blocks integer;
      total real;
      sample text[] := '{}';
      holds_all text := (select string_agg(format('strpos(t.search_text, %%L) > 0', term), ' and ') from unnest(terms) term);
      hits integer;
      led_by text;
      ids %2$s[];
    begin
      select c.relpages, c.reltuples into blocks, total from pg_catalog.pg_class c where c.oid = 'cfs.%3$I'::regclass;
      if blocks > 2000 then
        -- A word that every thirtieth row holds shows in a quarter of the sample.
        for step in 0..1 loop
          sample := array(
            select t.search_text from cfs.%3$I t
            where t.ctid = any (array(
              select format('(%%s,%%s)', block * (blocks / 60), line)::pg_catalog.tid
              from generate_series(0, 59, 4 - 3 * step) block, generate_series(1, 8) line)));
          hits := (
            select count(*) from unnest(sample) line
            where (select bool_and(strpos(line, term) > 0) from unnest(terms) term));
          exit when hits > 3;
        end loop;
        -- One hit says little.
        if hits > 1 and hits * total > at_most * cardinality(sample)::real then
          return next null;
          return;
        end if;
      end if;
      -- A word with what stands before it, so that the index knows where it begins. Words as rare as the rarest lead.
      with counted as (
        select word, (select count(*) from unnest(sample) line where strpos(line, word) > 0) as seen
        from (
          select distinct letters[1] as word
          from unnest(terms) term cross join lateral regexp_matches(term, '[^[:alnum:]]?[[:alnum:]]+', 'g') each (letters)
        ) words
        where word ~ '^[^[:alnum:]]|...'
      )
      select string_agg(format('t.search_text like %%L', '%%' || regexp_replace(word, '([\\%%_])', '\\\1', 'g') || '%%'), ' and ')
      into led_by from counted
      where seen <= greatest(cardinality(sample) / 20, (select 3 * min(seen) from counted))
        and (cardinality(sample) = 0 or (select min(seen) from counted) * 3 <= cardinality(sample));
      if led_by is null then
        return next null;
        return;
      end if;
      execute format(
        'select array(select t.%4$I from cfs.%3$I t where %%s and %%s limit %%s)', led_by, holds_all, at_most + 1
      ) into ids;
      if cardinality(ids) > at_most then
        return next null;
      else
        return query select unnest(ids);
      end if;
    end
    $body$
  $f$, 'search_' || table_name, key_type, table_name, key_column);
  execute format('grant execute on function gate.%I to cfs_app', 'search_' || table_name);
end
$make$;

select gate.make_searchable('action_definitions', 'action_definition_id');
select gate.make_searchable('blocks', 'block_id');
select gate.make_searchable('devices', 'device_id');
select gate.make_searchable('grants', 'grant_id');
select gate.make_searchable('locations', 'location_id');
select gate.make_searchable('pending_devices', 'pending_device_id');
select gate.make_searchable('people', 'user_id');
select gate.make_searchable('protocols', 'protocol_id');
select gate.make_searchable('roles', 'role_id');
select gate.make_searchable('rules', 'rule_id');
select gate.make_searchable('subscriptions', 'subscription_id');
select gate.make_searchable('tenants', 'tenant_id');
select gate.make_searchable('token_grants', 'token_grant_id');
select gate.make_searchable('work_unit_categories', 'work_unit_category_id');
select gate.make_searchable('work_unit_subcategories', 'work_unit_subcategory_id');
select gate.make_searchable('work_units', 'work_unit_id');
