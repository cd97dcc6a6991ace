-- Who receives the external reports of a tenant's communications, and what was sent to whom.

create table cfs.communication_subscribers (
  tenant_id uuid not null references cfs.tenants,
  subscriber_id uuid not null,
  -- In lower case.
  address text collate cfs.human not null,
  state smallint not null check (state in (1, 2)),
  -- When the last link to confirm was asked for.
  requested timestamptz(3) not null,
  confirmed timestamptz(3) check ((confirmed is not null) = (state = 2)),
  created timestamptz(3) not null,
  created_by text not null,
  search_text text generated always as (cfs.fold(address collate "default")) stored,
  primary key (tenant_id, subscriber_id),
  unique (tenant_id, address)
);
create index communication_subscribers_address
  on cfs.communication_subscribers (tenant_id, address, subscriber_id);
create index communication_subscribers_address_all on cfs.communication_subscribers (address, subscriber_id);
create index communication_subscribers_created
  on cfs.communication_subscribers (tenant_id, created, subscriber_id);
create index communication_subscribers_created_all on cfs.communication_subscribers (created, subscriber_id);
create index communication_subscribers_pending on cfs.communication_subscribers (requested) where state = 1;
select gate.protect('communication_subscribers');
select gate.make_searchable('communication_subscribers', 'subscriber_id');

create table cfs.subscriber_settings (
  tenant_id uuid not null references cfs.tenants,
  -- Whether visitors without an account may subscribe.
  allows_visitors boolean not null,
  created timestamptz(3) not null,
  created_by text not null,
  modified timestamptz(3) not null,
  modified_by text not null,
  primary key (tenant_id)
);
select gate.protect('subscriber_settings');

-- The external report of a communication that was sent last.
create table cfs.communication_publications (
  tenant_id uuid not null,
  work_unit_communication_id uuid not null,
  -- SHA-256.
  content_hash bytea not null,
  published timestamptz(3) not null,
  primary key (tenant_id, work_unit_communication_id),
  foreign key (tenant_id, work_unit_communication_id) references cfs.work_unit_communications on delete cascade
);
select gate.protect('communication_publications');

-- The ledger of mails to subscribers. It outlives the subscriber.
create table cfs.subscriber_deliveries (
  tenant_id uuid not null references cfs.tenants,
  delivery_id uuid not null,
  subscriber_id uuid not null,
  address text not null,
  kind smallint not null check (kind between 1 and 3),
  state smallint not null check (state between 1 and 6),
  subject text not null,
  work_unit_communication_id uuid,
  -- The digest that it was sent with.
  digest_id uuid,
  accepted timestamptz(3) check (accepted is null or state = 2),
  detail text,
  created timestamptz(3) not null,
  primary key (tenant_id, delivery_id)
);
create index subscriber_deliveries_created on cfs.subscriber_deliveries (tenant_id, created, delivery_id);
create index subscriber_deliveries_created_all on cfs.subscriber_deliveries (created, delivery_id);
create index subscriber_deliveries_subscriber on cfs.subscriber_deliveries (tenant_id, subscriber_id, created);
create index subscriber_deliveries_deferred on cfs.subscriber_deliveries (tenant_id, subscriber_id) where state = 5;
create index subscriber_deliveries_digest on cfs.subscriber_deliveries (tenant_id, digest_id) where digest_id is not null;
select gate.protect('subscriber_deliveries');
