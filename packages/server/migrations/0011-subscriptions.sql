-- The subscriptions of a tenant.

create table cfs.subscriptions (
  tenant_id uuid not null references cfs.tenants,
  subscription_id uuid not null,
  name text collate cfs.human not null,
  created timestamptz(3) not null,
  created_by text not null,
  modified timestamptz(3) not null,
  modified_by text not null,
  search_text text generated always as (cfs.fold(name)) stored,
  primary key (tenant_id, subscription_id)
);
create index subscriptions_name on cfs.subscriptions (tenant_id, name, subscription_id);
create index subscriptions_name_all on cfs.subscriptions (name, subscription_id);
select gate.protect('subscriptions');
select gate.open_to_access('subscriptions', 'select');
select gate.make_searchable('subscriptions', 'subscription_id');

create trigger raise_access_epoch after insert or update or delete on cfs.subscriptions
for each statement execute function gate.raise_access_epoch();
