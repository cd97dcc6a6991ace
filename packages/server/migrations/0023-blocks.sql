-- Blocks, and the colours of entities that packets name.

create table cfs.blocks (
  tenant_id uuid not null references cfs.tenants,
  block_id uuid not null,
  subscription_id uuid not null,
  name text collate cfs.human not null,
  description text,
  block_type_id integer not null,
  -- The block that this one depends on; without a foreign key, since a block may be deleted below its dependents.
  parent_entity_id uuid,
  created timestamptz(3) not null,
  created_by text not null,
  modified timestamptz(3) not null,
  modified_by text not null,
  search_text text generated always as (cfs.fold(name)) stored,
  primary key (tenant_id, block_id),
  foreign key (tenant_id, subscription_id) references cfs.subscriptions
);
create index blocks_name on cfs.blocks (tenant_id, name, block_id);
create index blocks_name_all on cfs.blocks (name, block_id);
select gate.protect('blocks');
-- Ingestion rules read the subscription of an entity.
select gate.open_to_ingest('blocks');
select gate.make_searchable('blocks', 'block_id');

-- `moment` and `position`: of the packet and the step that set the colour; an earlier one does not replace it.
create table cfs.entity_colors (
  tenant_id uuid not null,
  entity_id uuid not null,
  color text not null check (color ~ '^[0-9A-F]{6}$'),
  moment timestamptz(3) not null,
  position bigint not null,
  modified timestamptz(3) not null,
  primary key (tenant_id, entity_id)
);
select gate.protect('entity_colors');
