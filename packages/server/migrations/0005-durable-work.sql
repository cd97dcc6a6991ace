-- Durable work: events, the steps that follow from them, the attempts at each step, and timers
-- (docs/decisions/0004-durable-work.md).

create table cfs.work_events (
  tenant_id uuid not null,
  event_id uuid not null,
  kind text not null,
  subject_kind text not null,
  subject_id text collate "C" not null,
  payload jsonb not null,
  trace_id text not null,
  created timestamptz(3) not null,
  primary key (tenant_id, event_id)
);
create index work_events_subject on cfs.work_events (tenant_id, subject_kind, subject_id, created);
create index work_events_created on cfs.work_events (created);
select gate.protect('work_events', ingest => true);

-- `state`: 0 waiting, 1 running, 2 done, 3 failed, 4 dropped, 5 pausing until its next attempt, 6 parked until an earlier
-- step of its order lets it go. `available`: the end of the lease of a running step, of the pause of a pausing one, and
-- when a parked one is looked at again in any case. `lease` is the fencing token. `attempts` counts claims, `losses` those
-- of them that ended without an outcome.
-- `lane` and `target` separate what must not wait for each other: steps are claimed in turn from each tenant and target
-- of a lane. Steps of the same `order_key` begin in the order of `position`; a null key has no order. `holds`: later
-- steps of the order wait for it, until it is finished if it is `strict`, else until it was tried once.
create table cfs.work_steps (
  tenant_id uuid not null,
  step_id uuid not null,
  event_id uuid not null,
  action text not null,
  handler text not null,
  lane smallint not null check (lane between 0 and 2),
  target text collate "C" not null,
  order_key text collate "C",
  holds boolean not null,
  strict boolean not null,
  position bigint generated always as identity,
  input jsonb not null,
  trace_id text not null,
  state smallint not null check (state between 0 and 6),
  attempts integer not null,
  losses integer not null,
  lease bigint not null,
  worker text,
  started timestamptz(3),
  available timestamptz(3) not null,
  created timestamptz(3) not null,
  finished timestamptz(3),
  detail text,
  primary key (tenant_id, step_id),
  unique (tenant_id, event_id, action),
  foreign key (tenant_id, event_id) references cfs.work_events on delete cascade,
  check ((finished is null) = (state in (0, 1, 5, 6))),
  check (not holds or order_key is not null)
) with (fillfactor = 70);
create index work_steps_ready on cfs.work_steps (lane, tenant_id, target, position) where state = 0;
create index work_steps_due on cfs.work_steps (available) where state in (1, 5, 6);
create index work_steps_order on cfs.work_steps (tenant_id, order_key, holds, position)
where finished is null and order_key is not null;
select gate.protect('work_steps', ingest => true);

-- Each attempt that has ended. One that runs is in its step: `worker`, `started` and `lease`.
create table cfs.work_attempts (
  tenant_id uuid not null,
  step_id uuid not null,
  number integer not null,
  lease bigint not null,
  worker text not null,
  started timestamptz(3) not null,
  ended timestamptz(3) not null,
  outcome smallint not null,
  detail text,
  primary key (tenant_id, step_id, number),
  foreign key (tenant_id, step_id) references cfs.work_steps on delete cascade
);
select gate.protect('work_attempts');

create table cfs.work_timers (
  tenant_id uuid not null,
  kind text not null,
  key text not null,
  due timestamptz(3) not null,
  failures integer not null,
  detail text,
  primary key (tenant_id, kind, key)
);
create index work_timers_due on cfs.work_timers (due);
select gate.protect('work_timers', ingest => true);
