-- The preferences of a person; they belong to no tenant.

create table cfs.preferences (
  user_id uuid not null references cfs.people on delete cascade,
  name text not null,
  value jsonb not null,
  modified timestamptz(3) not null,
  primary key (user_id, name)
);
select gate.protect_person('preferences');
