import type { Block, BlockCreation } from '@cfs/contracts/blocks';
import type { Change } from '../../platform/audit/change.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { toColumns } from '../../platform/odata/wire-form.ts';
import { conflict } from '../../platform/problems.ts';
import { blockEntity } from './block-entity.ts';
import { toBlock } from './block-wire.ts';
import { expectParent } from './expect-parent.ts';

/**
 * Inserts a block into the request's tenant and records it. The caller has checked the subscription.
 *
 * @throws 400 for an invalid parent, 409 if the tenant already has a block with this id.
 */
export const insertBlock = async (db: ScopedDatabase, change: Change, creation: BlockCreation): Promise<Block> => {
  const { tenantId } = change.context;
  await expectParent(db, tenantId, creation.blockId, creation.parentEntityId);
  const inserted = await db
    .insertInto('blocks')
    .values({
      tenant_id: tenantId,
      block_id: creation.blockId,
      subscription_id: creation.subscriptionId,
      name: creation.name,
      block_type_id: creation.blockTypeId,
      ...toColumns(blockEntity, creation),
      ...change.created(),
    })
    .onConflict((taken) => taken.columns(['tenant_id', 'block_id']).doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!inserted) throw conflict('A block with this Block ID already exists.', { blockId: ['Is already in use.'] });
  await change.record({ entity: 'Block', id: creation.blockId, after: creation });
  return toBlock(inserted);
};
