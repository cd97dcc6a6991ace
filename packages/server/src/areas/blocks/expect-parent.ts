import { sql } from 'kysely';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { holdLock } from '../../platform/database/hold-lock.ts';
import { invalid } from '../../platform/problems.ts';

/** Maximum number of blocks above one another. */
export const maximumBlockDepth = 20;

/**
 * Checks the parent of a block: a block of the same tenant that does not depend on this one, with room above it. Writes
 * of parents in one tenant wait for each other, so that two of them never close a cycle together.
 *
 * @throws 400
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
  await holdLock(db, `block-parents ${tenantId}`);
  const above = await db.guarded(sql<{ block_id: string; depth: number }>`
    with recursive above as (
      select block.block_id, block.parent_entity_id, 1 as depth from blocks block
      where block.tenant_id = ${tenantId} and block.block_id = ${parentEntityId}
      union all
      select block.block_id, block.parent_entity_id, above.depth + 1 from above
      join blocks block on block.tenant_id = ${tenantId} and block.block_id = above.parent_entity_id
      where above.depth <= ${maximumBlockDepth}
    )
    select block_id, depth from above where true`);
  if (above.length === 0) throw fault('The parent was not found.');
  if (above.some(({ block_id }) => block_id === blockId)) throw fault('The parent depends on this block.');
  if (above.length >= maximumBlockDepth)
    throw fault(`Blocks depend on each other over at most ${maximumBlockDepth} steps.`);
};
