-- The search finds out that words stand in the same rows, but apart.
--
-- An index over three letters ends at every word, and so knows of a phrase only that its words are somewhere in the row.
-- With a letter in the place of each blank it knows what stands beside what: a phrase of words that stand in every row,
-- though never in this order, took more than a second to be found nowhere among a million rows, and takes a twentieth.
-- The letter is one that few words begin or end with; what it brings in vain is left out by the text itself.
--
-- The rows of one small tenant are looked at before anything is found out about the words, which takes ten times as long.
create or replace function gate.make_searchable(table_name text, key_column text)
returns void language plpgsql set search_path = '' as $make$
declare
  key_type text := (
    select pg_catalog.format_type(a.atttypid, a.atttypmod) from pg_catalog.pg_attribute a
    where a.attrelid = format('cfs.%I', table_name)::regclass and a.attname = key_column
  );
begin
  execute format('drop index if exists cfs.%I', table_name || '_search');
  execute format(
    $i$create index %I on cfs.%I using gin (replace(search_text, ' ', 'q') extensions.gin_trgm_ops)$i$,
    table_name || '_search', table_name
  );
  -- Ids of the rows whose text holds every term, the terms in small letters, among those of the tenants or, without
  -- any, among all; a single null when there are more than `at_most`, or when reading in order finds them as soon.
  execute format($f$
    create or replace function gate.%1$I(terms text[], at_most integer, tenants uuid[])
    returns setof %2$s language plpgsql stable security definer
    set search_path = '' set enable_seqscan = off set enable_indexscan = off rows 100
    as $body$
    declare
      blocks integer;
      total real;
      sample text[] := '{}';
      within text[] := '{}';
      holds_all text := (select string_agg(format('strpos(t.search_text, %%L) > 0', term), ' and ') from unnest(terms) term);
      patterns text[] := array(select '%%' || regexp_replace(term, '([\\%%_])', '\\\1', 'g') || '%%' from unnest(terms) term);
      hits integer;
      led_by text;
      fewest integer;
      ids %2$s[];
      looked_at integer;
    begin
      select c.relpages, c.reltuples into blocks, total from pg_catalog.pg_class c where c.oid = 'cfs.%3$I'::regclass;
      -- A word that every thirtieth row holds shows in a quarter of the sample, and so does one that hardly any row holds.
      for step in 0..1 loop
        if blocks > 2000 then
          select coalesce(array_agg(t.search_text), '{}'),
              coalesce(array_agg(t.search_text) filter (where tenants is null or t.tenant_id = any (tenants)), '{}')
            into sample, within
          from cfs.%3$I t
          where t.ctid = any (array(
            select format('(%%s,%%s)', block * (blocks / 60), line)::pg_catalog.tid
            from generate_series(0, 59, 4 - 3 * step) block, generate_series(1, 8) line));
        end if;
        if step = 0 and cardinality(tenants) = 1 and cardinality(within) <= 1 then
          execute format(
            'select coalesce(array_agg(t.%4$I) filter (where %%s), ''{}''), count(*)
             from (select * from cfs.%3$I where tenant_id = $1 limit 1001) t', holds_all
          ) into ids, looked_at using tenants[1];
          if looked_at <= 1000 then
            return query select unnest(case when cardinality(ids) > at_most then array[null::%2$s] else ids end);
            return;
          end if;
        end if;
        if blocks > 2000 then
          hits := (select count(*) from unnest(within) line where line like all (patterns));
          continue when step = 0 and hits between 1 and 3;
          -- One hit says little.
          if hits > 1 and hits * total > at_most * cardinality(sample)::real then
            return next null;
            return;
          end if;
          if array_to_string(terms, '') like '%% %%' then
            sample := array(select replace(line, ' ', 'q') from unnest(sample) line);
          end if;
        end if;
        -- The rarest four letters of each word, the first with what stands before it, so that the index knows where it
        -- begins, or with what stands beside it.
        with letters as (
          select distinct word, few, regexp_replace(few, '^[^[:alnum:]]', '') as bare
          from unnest(terms) term
            cross join lateral (
              select case when number > 1 then 'q' else '' end || part ||
                coalesce('q' || left(lead(part) over (order by number), 2), '') as beside
              from string_to_table(term, ' ') with ordinality parts (part, number)) parts
            cross join lateral regexp_matches(beside, '[^[:alnum:]]?[[:alnum:]]+', 'g') match (words)
            cross join lateral unnest(words) word
            cross join lateral generate_series(1, greatest(1, length(word) - 3)) place
            cross join lateral substr(word, place, 4) few
        ), counted as (
          -- What stands before a word is any mark to the index, unless it is a blank.
          select word, few, array(
            select number from unnest(sample) with ordinality lines (line, number)
            where strpos(line, bare) > 0 and (bare = few or line ~ ('(^|[^[:alnum:]])' || bare))
          ) as places
          from letters where few ~ '^[^[:alnum:]]|...'
        ), rarest as (
          select distinct on (word) few, places, cardinality(places) as seen from counted order by word, seen, few
        ), known as (
          select min(seen) as least_seen,
            (select count(*) from (
              select place from rarest cross join lateral unnest(places) place
              group by place having count(*) = (select count(*) from rarest)) met) as met
          from rarest
        )
        -- Those as rare as the rarest lead. Where all are common, they lead together if they hardly ever meet: the index
        -- compares where they stand, and looks at none of the rows that hold but one.
        select string_agg(format('replace(t.search_text, '' '', ''q'') like %%L', '%%' || regexp_replace(few, '([\\%%_])', '\\\1', 'g') || '%%'), ' and '),
            case when is_rare then least_seen else least_seen / 5 end
          into led_by, fewest
        from known
          cross join lateral (select cardinality(sample) = 0 or least_seen * 3 <= cardinality(sample)) rare (is_rare)
          cross join rarest
        where case when is_rare then seen <= greatest(cardinality(sample) / 20, 3 * least_seen)
          else met * 100 <= cardinality(sample) end
        group by is_rare, least_seen;
        exit when cardinality(sample) = 0 or fewest = 0;
      end loop;
      if tenants is not null and (led_by is null or cardinality(within) < fewest) then
        led_by := 'true';
      end if;
      if led_by is null then
        return next null;
        return;
      end if;
      execute format(
        'select array(select t.%4$I from cfs.%3$I t
           where %%s and ($1 is null or t.tenant_id = any ($1)) and %%s limit %%s)', led_by, holds_all, at_most + 1
      ) into ids using tenants;
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
