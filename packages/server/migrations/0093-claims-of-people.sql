-- What a person's newest access token brought: the groups that hold grants, and the roles of the claims map. Who may
-- approve, be assigned or be mentioned is asked while that person is not calling.
alter table cfs.people
  add claimed_groups text[] not null default '{}',
  add claimed_roles jsonb not null default '[]',
  -- When the token was issued, in seconds since 1970: an older one that is still in use changes nothing.
  add claimed_at bigint not null default 0;
