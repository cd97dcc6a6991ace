import { sql } from 'kysely';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { takeLock } from '../../platform/database/take-lock.ts';
import { invalid } from '../../platform/problems.ts';

/** Maximum number of blocks in a chain in which each block depends on the next. */
export const maximumBlockDepth = 20;

/** Whether a chain of blocks that ends at this block, itself included, has more than `levels` blocks. */
const isHigherThan = async (
  db: ScopedDatabase,
  tenantId: string,
  blockId: string,
  levels: number,
): Promise<boolean> => {
  const rows = await db.guarded(sql<{ depth: number }>`
    with recursive below as (
      select ${blockId}::uuid as block_id, 1 as depth
      union all
      select block.block_id, below.depth + 1 from below
      join blocks block on block.tenant_id = ${tenantId} and block.parent_entity_id = below.block_id
      where below.depth <= ${levels}
    )
    select depth from below where depth > ${levels} limit 1`);
  return rows.length > 0;
};

/**
 * Checks the parent of a block. The parent must be a block of the same tenant that does not depend on this block, and
 * the chain through both must not exceed `maximumBlockDepth`. A lock serializes writes of parents in one tenant, so
 * that concurrent writes neither close a cycle nor exceed the depth.
 *
 * @throws 400 if the parent is invalid.
 */
export const expectParent = async (
  db: ScopedDatabase,
  tenantId: string,
  blockId: string,
  parentEntityId: string | null | undefined,
): Promise<void> => {
  if (!parentEntityId) return;
  const fault = (message: string) => invalid({ parentEntityId: [message] });
  if (parentEntityId === blockId) throw fault('A block cannot depend on itself.');
  await takeLock(db, `block-parents ${tenantId}`);
  const above = await db.guarded(sql<{ block_id: string; parent_entity_id: string | null }>`
    with recursive above as (
      select block.block_id, block.parent_entity_id, 1 as depth from blocks block
      where block.tenant_id = ${tenantId} and block.block_id = ${parentEntityId}
      union all
      select block.block_id, block.parent_entity_id, above.depth + 1 from above
      join blocks block on block.tenant_id = ${tenantId} and block.block_id = above.parent_entity_id
      where above.depth <= ${maximumBlockDepth}
    )
    select block_id, parent_entity_id from above where true`);
  if (above.length === 0) throw fault('The parent was not found.');
  // A new block can have dependents already: those of a deleted block with the same id.
  if (above.some(({ parent_entity_id }) => parent_entity_id === blockId))
    throw fault('The parent depends on this block.');
  const room = maximumBlockDepth - above.length;
  if (room <= 0 || (await isHigherThan(db, tenantId, blockId, room)))
    throw fault(`Blocks depend on each other over at most ${maximumBlockDepth} steps.`);
};
