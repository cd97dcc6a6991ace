import type { Context } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';

/**
 * Colours a block, in the caller's transaction; it stays so until the next colour. Answers `false`, and changes
 * nothing, when the tenant has no such block. `color` is six hexadecimal digits.
 */
export const setBlockColor = async (
  db: ScopedDatabase,
  context: Context,
  { tenantId, blockId, color }: { readonly tenantId: string; readonly blockId: string; readonly color: string },
): Promise<boolean> => {
  const block = await db
    .selectFrom('blocks')
    .select('block_id')
    .where('tenant_id', '=', tenantId)
    .where('block_id', '=', blockId)
    .executeTakeFirst();
  if (!block) return false;
  const values = { color: color.toUpperCase(), modified: context.clock.now() };
  await db
    .insertInto('entity_colors')
    .values({ tenant_id: tenantId, entity_id: blockId, ...values })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'entity_id']).doUpdateSet(values))
    .execute();
  return true;
};
