-- What each node has counted of a caller in a window of a rate limit, for the other nodes. A crash of the database forgets
-- it, and new windows begin.

create unlogged table gate.rate_counts (
  window_start timestamptz(3) not null,
  -- A hash of the limit and of what names the caller.
  caller text not null,
  node uuid not null,
  times integer not null,
  primary key (window_start, caller, node)
);

-- Stores what the node has counted of callers in a window, and returns what the other nodes have counted of these callers.
create function gate.share_counts(node uuid, window_start timestamptz, callers text[], times integer[])
returns table (caller text, others integer) language plpgsql security definer set search_path = '' as $$
begin
  insert into gate.rate_counts as c
  select $2, counted.caller, $1, counted.times from unnest($3, $4) as counted(caller, times) order by counted.caller
  on conflict on constraint rate_counts_pkey do update set times = excluded.times
  where c.times <> excluded.times;
  return query
  select c.caller, least(sum(c.times), 2147483647)::integer from gate.rate_counts c
  where c.window_start = $2 and c.caller = any ($3) and c.node <> $1
  group by c.caller;
end
$$;

-- Deletes the windows before a moment.
create function gate.prune_counts(moment timestamptz)
returns void language sql security definer set search_path = '' as $$
  delete from gate.rate_counts where window_start < $1;
$$;

grant execute on function gate.share_counts, gate.prune_counts to cfs_access;
