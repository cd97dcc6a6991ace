import type { Change } from '../../platform/audit/change.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';

/**
 * Colours a block, in the caller's transaction; it stays so until the next colour. Answers `false`, and changes
 * nothing, when the tenant has no such block. `color` is six hexadecimal digits.
 */
export const setBlockColor = async (
  db: ScopedDatabase,
  change: Change,
  { tenantId, blockId, color }: { readonly tenantId: string; readonly blockId: string; readonly color: string },
): Promise<boolean> => {
  const block = await db
    .selectFrom('blocks')
    .leftJoin('entity_colors as own', (join) =>
      join.onRef('own.tenant_id', '=', 'blocks.tenant_id').onRef('own.entity_id', '=', 'blocks.block_id'),
    )
    .select('own.color')
    .where('blocks.tenant_id', '=', tenantId)
    .where('blocks.block_id', '=', blockId)
    .executeTakeFirst();
  if (!block) return false;
  const values = { color: color.toUpperCase(), modified: change.context.clock.now() };
  await db
    .insertInto('entity_colors')
    .values({ tenant_id: tenantId, entity_id: blockId, ...values })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'entity_id']).doUpdateSet(values))
    .execute();
  await change.record({
    entity: 'BlockColor',
    id: blockId,
    tenantId,
    ...(block.color !== null && { before: { color: block.color } }),
    after: { color: values.color },
  });
  return true;
};
