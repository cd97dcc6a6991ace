-- Seals of the audit under a key that the database does not hold, and how many there are in each tenant.

-- The server's own proof of a record, made with it.
alter table cfs.audit_records add column proof text;

alter table cfs.audit_seals
  -- 1: SHA-256, as earlier versions sealed; 2: HMAC-SHA256 under a key derived from the master key.
  add column version smallint not null default 1,
  add column key_id text,
  -- SHA-256 of the record, so that a seal can be checked without it.
  add column record_hash text,
  add constraint audit_seals_keyed check (version = 1 or (key_id is not null and record_hash is not null));
-- So that an earlier version that still runs seals nothing any more.
alter table cfs.audit_seals alter column version drop default;

-- The end of each tenant's chain, sealed itself.
create table cfs.audit_heads (
  tenant_id uuid primary key,
  sequence bigint not null,
  hash text not null,
  -- How many of the seals are of version 1.
  unkeyed bigint not null,
  changed timestamptz(3) not null,
  key_id text not null,
  mac text not null
);
select gate.protect('audit_heads');

-- One row of the System tenant: which tenants have a chain. Its mac covers all heads.
create table cfs.audit_roster (
  tenant_id uuid primary key,
  tenant_ids uuid[] not null,
  -- Records that are sealed from then on carry a proof that the server made them.
  proven_from timestamptz(3) not null,
  key_id text not null,
  mac text not null
);
select gate.protect('audit_roster');
