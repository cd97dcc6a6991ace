-- Rate limits per caller, across nodes and tenants: the moments of the calls within the span of the limit.

create table gate.call_counts (
  kind text not null,
  caller text not null,
  moments timestamptz[] not null,
  primary key (kind, caller)
);

-- Counts `times` calls of one kind in the caller's transaction, at most `most` within `span`. Returns null, or, when
-- the limit would be exceeded and nothing was counted, the moment from which these calls would be within it. The row
-- lock serialises the calls of one caller.
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
