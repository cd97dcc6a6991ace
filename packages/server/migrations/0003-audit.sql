-- Who changed what: written once, in the change's own transaction; sealed into a hash chain per tenant soon after.

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
  primary key (tenant_id, audit_id)
);
create index audit_records_recorded on cfs.audit_records (tenant_id, recorded, audit_id);
create index audit_records_entity on cfs.audit_records (tenant_id, entity, entity_id, recorded);
select gate.protect_append_only('audit_records');

-- Records that no seal covers yet: they are committed in any order, so a position would miss some.
create table cfs.audit_unsealed (
  tenant_id uuid not null,
  audit_id uuid not null,
  primary key (tenant_id, audit_id)
);
select gate.protect('audit_unsealed');

create function gate.await_seal()
returns trigger language plpgsql set search_path = '' as $$
begin
  insert into cfs.audit_unsealed values (new.tenant_id, new.audit_id);
  return null;
end
$$;
create trigger await_seal after insert on cfs.audit_records for each row execute function gate.await_seal();

-- hash = SHA-256 of the previous hash of the tenant's chain and the record as PostgreSQL writes it in JSON.
create table cfs.audit_seals (
  tenant_id uuid not null,
  sequence bigint not null,
  audit_id uuid not null,
  previous_hash text not null,
  hash text not null,
  sealed timestamptz(3) not null,
  primary key (tenant_id, sequence),
  unique (tenant_id, audit_id)
);
select gate.protect_append_only('audit_seals');
