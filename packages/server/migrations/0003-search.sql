-- The search for parts of a table's text, behind row-level security.
--
-- `like` is not leakproof, so behind a policy no index serves it. `gate.make_searchable` therefore creates a function
-- per table that looks ids up as the owner, past the policy, and returns nothing but ids; its caller joins them to the
-- rows that the policy lets it see.

-- The pattern of `like` for the texts that contain the argument.
create function gate.like_pattern(part text)
returns text language sql immutable strict parallel safe
return '%' || regexp_replace(part, '([\\%_])', '\\\1', 'g') || '%';

-- Chooses what the trigram index of a searched table is asked for, given a sample of the table's texts: a condition on
-- the row `t` that every row with all terms fulfils, and about how many rows of the sample fulfil it. Both are null
-- when the index would read so much of the table that another plan is better.
--
-- The index holds every text with a letter in place of each blank. Trigrams end at blanks, so without it the index
-- would know of a phrase only that its words are somewhere in the row; with it, it knows which words are adjacent. The
-- letter is one that few words begin or end with. Rows that it matches wrongly are left out by the condition on the
-- text itself.
--
-- 1. Words. Each term is cut into words, a word with the mark before it (the index knows where a word begins) or,
--    within a phrase, with the blank's letter and the first letters of the next word.
-- 2. Grams. Each word is cut into pieces of four letters: in "person170", the first six letters may be in every row,
--    and four letters tell such pieces apart as well as any longer piece. Pieces in which the index finds no trigram
--    are left out.
-- 3. The rarest gram of each word is the one in the fewest texts of the sample.
-- 4. When one of these is rare, the condition is it and those that are nearly as rare. When all are common but hardly
--    ever in the same row, the condition is all of them: the index intersects their posting lists, which costs a
--    fraction of reading the rows. Otherwise there is none. Without a sample every gram counts as rare.
create function gate.search_condition(terms text[], sample text[], out condition text, out sample_rows integer)
language plpgsql stable set search_path = '' as $$
declare
  -- The letter in place of a blank, as in the index.
  blank constant text := 'q';
  letters_per_gram constant integer := 4;
  letters_of_next_word constant integer := 2;
  -- A gram is rare when at most every third text of the sample has it,
  rare_divisor constant integer := 3;
  -- and nearly as rare as the rarest with at most three times its texts, or at most every twentieth text of the sample.
  nearly_as_rare_factor constant integer := 3;
  nearly_as_rare_divisor constant integer := 20;
  -- Grams hardly ever meet when at most every hundredth text of the sample has all of them.
  meeting_divisor constant integer := 100;
  -- The cost of intersecting common grams, as a share of the rows of the rarest.
  intersection_divisor constant integer := 5;
begin
  if array_to_string(terms, '') like '% %' then
    sample := array(select replace(sampled, ' ', blank) from unnest(sample) sampled);
  end if;
  with grams as (
    select distinct word, gram, regexp_replace(gram, '^[^[:alnum:]]', '') as letters
    from unnest(terms) term
      cross join lateral (
        select case when number > 1 then blank else '' end || part ||
          coalesce(blank || left(lead(part) over (order by number), letters_of_next_word), '') as marked
        from string_to_table(term, ' ') with ordinality parts (part, number)) parts
      cross join lateral regexp_matches(marked, '[^[:alnum:]]?[[:alnum:]]+', 'g') match (words)
      cross join lateral unnest(words) word
      cross join lateral generate_series(1, greatest(1, length(word) - letters_per_gram + 1)) place
      cross join lateral substr(word, place, letters_per_gram) gram
  ), counted as (
    -- To the index, the mark before a word is any mark.
    select word, gram, array(
      select number from unnest(sample) with ordinality texts (sampled, number)
      where strpos(sampled, letters) > 0 and (letters = gram or sampled ~ ('(^|[^[:alnum:]])' || letters))
    ) as places
    from grams where gram ~ '^[^[:alnum:]]|...'
  ), rarest as (
    select distinct on (word) gram, places, cardinality(places) as gram_rows from counted order by word, gram_rows, gram
  ), known as (
    select min(gram_rows) as least_rows,
      (select count(*) from (
        select place from rarest cross join lateral unnest(places) place
        group by place having count(*) = (select count(*) from rarest)) meeting) as meeting_rows
    from rarest
  )
  select string_agg(format('replace(t.search_text, '' '', %L) like %L', blank, gate.like_pattern(gram)), ' and '),
      case when is_rare then least_rows else least_rows / intersection_divisor end
    into condition, sample_rows
  from known
    cross join lateral (
      select cardinality(sample) = 0 or least_rows * rare_divisor <= cardinality(sample)) rare (is_rare)
    cross join rarest
  where case when is_rare
      then gram_rows <= greatest(cardinality(sample) / nearly_as_rare_divisor, nearly_as_rare_factor * least_rows)
    else meeting_rows * meeting_divisor <= cardinality(sample) end
  group by is_rare, least_rows;
end
$$;

-- Creates the search of a table with a generated column `search_text` of folded text (cfs.fold): its trigram index, and
-- the function gate.search_<table>(terms, at_most, tenants). It can be called again, after the column or this function
-- was replaced.
--
-- The function returns the ids of the rows whose text has all terms, which are folded, among the rows of the tenants
-- or, for null, of all tenants; or a single null when there are more than `at_most`, or when reading rows in the order
-- of the list finds a page of them sooner. Its steps:
--
-- 1. A large table is sampled: some rows from each of some blocks that are spread over it. The first pass reads every
--    fourth of these blocks. The second reads all of them, and is left out when no row of the first sample has the
--    rarest gram, or when so many have all terms that step 3 is certain.
-- 2. A single tenant with at most one row in the first sample may be small: its rows are read up to a bound. When it
--    has no more, the hits among them are the answer, in a tenth of the time of the steps below.
-- 3. When more than one row of the sample has all terms and, by extrapolation, more than `at_most` rows of the table,
--    the answer is null.
-- 4. gate.search_condition chooses the condition for the index. When the sample has fewer rows of the tenants than rows
--    that fulfil it, all rows of the tenants are read instead: words that are common in the table may be in none of
--    them.
-- 5. The ids are read by the index, with the condition on the text itself.
create function gate.make_searchable(table_name text, key_column text)
returns void language plpgsql set search_path = '' as $make$
declare
  function_name text := 'search_' || table_name;
  key_type text := (
    select pg_catalog.format_type(a.atttypid, a.atttypmod) from pg_catalog.pg_attribute a
    where a.attrelid = format('cfs.%I', table_name)::regclass and a.attname = key_column
  );
begin
  -- The letter is the one in gate.search_condition.
  execute format(
    $i$create index if not exists %I on cfs.%I using gin (replace(search_text, ' ', 'q') extensions.gin_trgm_ops)$i$,
    table_name || '_search', table_name
  );
  execute format($f$
    create or replace function gate.%1$I(terms text[], at_most integer, tenants uuid[])
    returns setof %2$s language plpgsql stable security definer
    set search_path = '' set enable_seqscan = off set enable_indexscan = off rows 100
    as $body$
    declare
      -- Smaller tables are not sampled.
      sampled_from_blocks constant integer := 2000;
      sampled_blocks constant integer := 60;
      rows_per_block constant integer := 8;
      -- The first pass reads every fourth of the sampled blocks.
      first_stride constant integer := 4;
      -- From one hit in the first sample to so many, the second sample is read before step 3.
      unsure_hits constant integer := 3;
      small_tenant_rows constant integer := 1000;
      stride integer;
      blocks integer;
      table_rows real;
      sample text[] := '{}';
      tenant_sample text[] := '{}';
      has_all_terms text := (
        select string_agg(format('strpos(t.search_text, %%L) > 0', term), ' and ') from unnest(terms) term);
      patterns text[] := array(select gate.like_pattern(term) from unnest(terms) term);
      hits integer;
      index_condition text;
      index_rows integer;
      rows_read integer;
      ids %2$s[];
    begin
      select c.relpages, c.reltuples into blocks, table_rows
      from pg_catalog.pg_class c where c.oid = 'cfs.%3$I'::regclass;
      foreach stride in array array[first_stride, 1] loop
        if blocks > sampled_from_blocks then
          select coalesce(array_agg(t.search_text), '{}'),
              coalesce(array_agg(t.search_text) filter (where tenants is null or t.tenant_id = any (tenants)), '{}')
            into sample, tenant_sample
          from cfs.%3$I t
          where t.ctid = any (array(
            select format('(%%s,%%s)', block * (blocks / sampled_blocks), line)::pg_catalog.tid
            from generate_series(0, sampled_blocks - 1, stride) block, generate_series(1, rows_per_block) line));
        end if;
        if stride > 1 and cardinality(tenants) = 1 and cardinality(tenant_sample) <= 1 then
          execute format(
            'select coalesce(array_agg(t.%4$I) filter (where %%s), ''{}''), count(*)
             from (select * from cfs.%3$I where tenant_id = $1 limit %%s) t', has_all_terms, small_tenant_rows + 1
          ) into ids, rows_read using tenants[1];
          if rows_read <= small_tenant_rows then
            return query select unnest(case when cardinality(ids) > at_most then array[null::%2$s] else ids end);
            return;
          end if;
        end if;
        if blocks > sampled_from_blocks then
          hits := (select count(*) from unnest(tenant_sample) sampled where sampled like all (patterns));
          continue when stride > 1 and hits between 1 and unsure_hits;
          if hits > 1 and hits * table_rows > at_most * cardinality(sample)::real then
            return next null;
            return;
          end if;
        end if;
        select chosen.condition, chosen.sample_rows into index_condition, index_rows
        from gate.search_condition(terms, sample) chosen;
        exit when cardinality(sample) = 0 or index_rows = 0;
      end loop;
      if tenants is not null and (index_condition is null or cardinality(tenant_sample) < index_rows) then
        index_condition := 'true';
      end if;
      if index_condition is null then
        return next null;
        return;
      end if;
      execute format(
        'select array(select t.%4$I from cfs.%3$I t
           where %%s and ($1 is null or t.tenant_id = any ($1)) and %%s limit %%s)',
        index_condition, has_all_terms, at_most + 1
      ) into ids using tenants;
      if cardinality(ids) > at_most then
        return next null;
      else
        return query select unnest(ids);
      end if;
    end
    $body$
  $f$, function_name, key_type, table_name, key_column);
  execute format('grant execute on function gate.%I to cfs_app', function_name);
end
$make$;
