-- Tenant tokens of machines. Of the secret only its SHA-256 is stored.

create table cfs.token_grants (
  tenant_id uuid not null references cfs.tenants,
  token_grant_id uuid not null,
  name text collate cfs.human not null,
  description text,
  lifetime_years integer not null,
  purposes text[] not null,
  prefix text not null,
  token_hash bytea not null unique,
  created timestamptz(3) not null,
  created_by text not null,
  modified timestamptz(3) not null,
  expires_on timestamptz(3),
  revoked_on timestamptz(3),
  search_text text generated always as (cfs.fold(name || ' ' || coalesce(description, ''))) stored,
  primary key (tenant_id, token_grant_id)
);
create index token_grants_created on cfs.token_grants (tenant_id, created, token_grant_id);
create index token_grants_expires on cfs.token_grants (tenant_id, expires_on, token_grant_id);
select gate.protect('token_grants');
select gate.open_to_access('token_grants', 'select');
select gate.make_searchable('token_grants', 'token_grant_id');

create trigger raise_access_epoch after insert or update or delete on cfs.token_grants
for each statement execute function gate.raise_access_epoch();
