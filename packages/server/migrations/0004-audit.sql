-- The audit: a record per change, inserted in the transaction of the change and sealed into a hash chain per tenant
-- soon afterwards (docs/decisions/0024-the-audit-is-sealed-under-a-key.md).

create table cfs.audit_records (
  tenant_id uuid not null,
  audit_id uuid not null,
  recorded timestamptz(3) not null,
  actor_kind text not null,
  actor_id text,
  actor_name text not null,
  route text,
  trace_id text not null,
  address text,
  entity text not null,
  entity_id text not null,
  before jsonb,
  after jsonb,
  -- HMAC of the record under a key that the database does not hold: the server created it.
  proof text not null,
  primary key (tenant_id, audit_id)
);
create index audit_records_recorded on cfs.audit_records (tenant_id, recorded, audit_id);
create index audit_records_entity on cfs.audit_records (tenant_id, entity, entity_id, recorded);
select gate.protect_append_only('audit_records');

-- Records that no seal covers yet. A table, because transactions commit in any order: a position would miss records.
create table cfs.audit_unsealed (
  tenant_id uuid not null,
  audit_id uuid not null,
  recorded timestamptz(3) not null,
  primary key (tenant_id, audit_id)
);
create index audit_unsealed_recorded on cfs.audit_unsealed (tenant_id, recorded, audit_id);
select gate.protect('audit_unsealed');

create function gate.queue_for_sealing()
returns trigger language plpgsql set search_path = '' as $$
begin
  insert into cfs.audit_unsealed values (new.tenant_id, new.audit_id, new.recorded);
  return null;
end
$$;
create trigger queue_for_sealing after insert on cfs.audit_records
for each row execute function gate.queue_for_sealing();

-- hash: HMAC-SHA256, under a key derived from the master key, of the seal with the hash before it and that of its record.
create table cfs.audit_seals (
  tenant_id uuid not null,
  sequence bigint not null,
  audit_id uuid not null,
  previous_hash text not null,
  hash text not null,
  sealed timestamptz(3) not null,
  key_id text not null,
  -- SHA-256 of the record, so that a seal can be checked without it.
  record_hash text not null,
  primary key (tenant_id, sequence),
  unique (tenant_id, audit_id)
);
select gate.protect_append_only('audit_seals');

-- The last seal of each tenant's chain, under a MAC.
create table cfs.audit_heads (
  tenant_id uuid primary key,
  sequence bigint not null,
  hash text not null,
  changed timestamptz(3) not null,
  key_id text not null,
  mac text not null
);
select gate.protect('audit_heads');

-- One row, of the System tenant: the tenants that have a chain. Its MAC covers all heads.
create table cfs.audit_roster (
  tenant_id uuid primary key,
  tenant_ids uuid[] not null,
  key_id text not null,
  mac text not null
);
select gate.protect('audit_roster');
