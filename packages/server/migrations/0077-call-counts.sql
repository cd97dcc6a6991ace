-- How often somebody did what is bounded per person, whatever node and tenant: the moments within the span alone.
create table gate.call_counts (
  kind text not null,
  caller text not null,
  moments timestamptz[] not null,
  primary key (kind, caller)
);

-- Counts `times` calls of one kind in the caller's transaction, at most `most` within `span`. Answers null, or, when that
-- would be too many and nothing was counted, from when on it would not. Calls of one caller wait for each other.
create function gate.count_call(kind text, caller text, times integer, moment timestamptz, span interval, most integer)
returns timestamptz language plpgsql security definer set search_path = '' as $$
declare
  recent timestamptz[];
begin
  insert into gate.call_counts values ($1, $2, '{}') on conflict do nothing;
  select c.moments into recent from gate.call_counts c where c.kind = $1 and c.caller = $2 for update;
  recent := array(select each from unnest(recent) each where each > $4 - $5 order by each);
  if cardinality(recent) + $3 > $6 then
    return coalesce(recent[least(cardinality(recent), cardinality(recent) + $3 - $6)], $4) + $5;
  end if;
  update gate.call_counts c set moments = recent || array_fill($4, array[$3])
  where c.kind = $1 and c.caller = $2;
  return null;
end
$$;
grant execute on function gate.count_call to cfs_app;
