-- Secrets of a tenant, encrypted under the tenant's data key, which is wrapped by a key derived from the master key.

create table cfs.data_keys (
  tenant_id uuid not null references cfs.tenants,
  key_version integer not null check (key_version > 0),
  wrapped_key bytea not null,
  -- Identifies the master key that wrapped it.
  master_key_id text not null,
  created timestamptz(3) not null,
  created_by text not null,
  primary key (tenant_id, key_version)
);
select gate.protect('data_keys');

create table cfs.secrets (
  tenant_id uuid not null references cfs.tenants,
  secret_id uuid not null,
  -- Case-sensitive, as placeholders are.
  name text collate "C" not null,
  sealed_value bytea not null,
  key_version integer not null,
  created timestamptz(3) not null,
  created_by text not null,
  modified timestamptz(3) not null,
  modified_by text not null,
  primary key (tenant_id, secret_id),
  unique (tenant_id, name),
  foreign key (tenant_id, key_version) references cfs.data_keys
);
create index secrets_key on cfs.secrets (tenant_id, key_version);
select gate.protect('secrets');
