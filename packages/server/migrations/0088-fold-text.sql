-- Texts are found whatever the case of their letters, by the full case folding of Unicode.
--
-- What is written in large letters and then in small ones is folded: ß and ss, the final ς and σ are the same then. The
-- dotless ı is kept out of it, as Unicode keeps it, and ẞ has no larger form. Texts of ASCII take a shorter way.
create function cfs.fold(text)
returns text language sql immutable parallel safe
return case when octet_length($1) = length($1) then lower($1 collate "C") collate "default"
  else translate(
    lower(upper(translate($1, 'ıẞ', U&'\+10FFFDß') collate cfs.human) collate cfs.human), U&'ς\+10FFFD', 'σı'
  ) collate "default" end;

-- Bounds in cfs.human of the texts that fold to this one, so that an index of that order leads to them: no form of a
-- letter sorts before its folded one, but for Greek letters with a small ι below or with marks, where the bounds end.
create function cfs.fold_from(text)
returns text language sql immutable parallel safe
return regexp_replace(cfs.fold($1), U&'.?[ι\0300-\036F].*$', '');

create function cfs.fold_to(text)
returns text language sql immutable parallel safe
return cfs.fold_from($1) || U&'\FFFF';

grant execute on function cfs.fold, cfs.fold_from, cfs.fold_to to cfs_app, cfs_ingest, cfs_access;

-- What the search looks into held small letters. A table is written once for it, its index built once.
do $$
declare
  searched record;
begin
  for searched in
    select c.relname as name, pg_get_expr(d.adbin, d.adrelid) as expression,
      pg_get_indexdef(to_regclass(format('cfs.%I', c.relname || '_search'))) as index
    from pg_attribute a
      join pg_class c on c.oid = a.attrelid
      join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attname = 'search_text' and a.attgenerated = 's' and c.relnamespace = 'cfs'::regnamespace
    order by c.relname
  loop
    if searched.index is null or searched.expression !~ '^lower\(.*\)$' then
      raise exception 'the text that a search of % looks into is made in another way', searched.name;
    end if;
    execute format(
      'alter table cfs.%I drop column search_text, add column search_text text generated always as (cfs.fold%s) stored',
      searched.name, substr(searched.expression, 6)
    );
    execute searched.index;
  end loop;
end
$$;
