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

-- `available`: when an unfinished step may be claimed. While it waits, its next attempt; while it runs, the end of its
-- lease. `lease` is the fencing token. `position` orders the steps of a subject.
create table cfs.work_steps (
  tenant_id uuid not null,
  step_id uuid not null,
  event_id uuid not null,
  action text not null,
  handler text not null,
  subject_kind text not null,
  subject_id text collate "C" not null,
  position bigint generated always as identity,
  input jsonb not null,
  trace_id text not null,
  state smallint not null check (state between 0 and 4),
  attempts integer not null,
  lease bigint not null,
  available timestamptz(3) not null,
  created timestamptz(3) not null,
  finished timestamptz(3),
  detail text,
  primary key (tenant_id, step_id),
  unique (tenant_id, event_id, action),
  foreign key (tenant_id, event_id) references cfs.work_events on delete cascade,
  check ((finished is null) = (state in (0, 1)))
);
create index work_steps_available on cfs.work_steps (available, position) where finished is null;
create index work_steps_subject on cfs.work_steps (tenant_id, subject_kind, subject_id, position)
where finished is null;
select gate.protect('work_steps', ingest => true);

create table cfs.work_attempts (
  tenant_id uuid not null,
  step_id uuid not null,
  number integer not null,
  lease bigint not null,
  worker text not null,
  started timestamptz(3) not null,
  ended timestamptz(3),
  outcome smallint,
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
