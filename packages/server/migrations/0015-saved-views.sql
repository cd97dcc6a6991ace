-- Saved views of a list; they belong to one person and no tenant.

create table cfs.saved_views (
  user_id uuid not null references cfs.people on delete cascade,
  saved_view_id uuid not null,
  screen text not null,
  name text collate cfs.human not null,
  query text not null,
  columns jsonb,
  -- The order of the views of a screen, without gaps.
  position integer not null,
  modified timestamptz(3) not null,
  primary key (user_id, saved_view_id)
);
create unique index saved_views_name on cfs.saved_views (user_id, screen, lower(name));
select gate.protect_person('saved_views');
