import type { Block } from '@cfs/contracts/blocks';
import type { Selectable } from 'kysely';
import type { BlockTable } from './block-table.ts';

/** A block as it travels. */
export const toBlock = (row: Selectable<BlockTable>): Block => ({
  blockId: row.block_id,
  tenantId: row.tenant_id,
  subscriptionId: row.subscription_id,
  name: row.name,
  description: row.description,
  blockTypeId: row.block_type_id,
  created: row.created.toISOString(),
  modified: row.modified.toISOString(),
});
