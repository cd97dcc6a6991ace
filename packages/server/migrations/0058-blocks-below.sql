-- The blocks below a block, level by level.
create index blocks_parent on cfs.blocks (tenant_id, parent_entity_id, block_id) where parent_entity_id is not null;
