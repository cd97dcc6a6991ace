-- What the platform itself keeps of sign-ins: no area reads or writes these tables.

-- The tenant and subscription that a person chose last.
create table cfs.person_contexts (
  tenant_id uuid not null references cfs.tenants,
  user_id uuid primary key references cfs.people,
  subscription_id uuid,
  chosen timestamptz(3) not null,
  foreign key (tenant_id, subscription_id) references cfs.subscriptions
);
select gate.protect('person_contexts');
select gate.open_to_access('person_contexts', 'select, insert, update');

create trigger raise_access_epoch after insert or update or delete on cfs.person_contexts
for each statement execute function gate.raise_access_epoch();

-- Sign-ins that were ended while their access tokens may still be valid: one session of the provider, or all tokens
-- that were issued to a subject until a moment.
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
