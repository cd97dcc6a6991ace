-- Sign-ins that were ended while access tokens of theirs may still hold: one session of the provider, or all tokens that
-- a subject was issued until a moment. Every node reads them with its snapshot of access.
create table cfs.ended_sessions (
  tenant_id uuid not null references cfs.tenants,
  ended_session_id uuid primary key,
  provider text not null,
  session_id text,
  subject text,
  ended timestamptz(3) not null,
  expires timestamptz(3) not null,
  check ((session_id is null) <> (subject is null)),
  unique (provider, session_id),
  unique (provider, subject)
);
create index ended_sessions_expires on cfs.ended_sessions (expires);
select gate.protect('ended_sessions');
select gate.open_to_access('ended_sessions', 'select, insert, update, delete');

create trigger raise_access_epoch after insert or update or delete on cfs.ended_sessions
for each statement execute function gate.raise_access_epoch();
