import type { ScopedDatabase } from '../../platform/database/gate.ts';
import './category-table.ts';

/**
 * Whether the category belongs to one of the tenants, and whether the subcategory belongs to it and to that category;
 * an id that is null is not found.
 */
export const findCategoryPair = async (
  db: ScopedDatabase,
  tenantIds: readonly string[],
  categoryId: number | null,
  subcategoryId: number | null,
): Promise<{ category: boolean; subcategory: boolean }> => {
  const row = await db
    .selectFrom('work_unit_categories as category')
    .leftJoin('work_unit_subcategories as subcategory', (join) =>
      join
        .onRef('subcategory.tenant_id', '=', 'category.tenant_id')
        .onRef('subcategory.work_unit_category_id', '=', 'category.work_unit_category_id')
        .on('subcategory.work_unit_subcategory_id', '=', subcategoryId),
    )
    .select('subcategory.work_unit_subcategory_id')
    .where('category.work_unit_category_id', '=', categoryId)
    .where('category.tenant_id', 'in', tenantIds)
    .executeTakeFirst();
  return { category: row !== undefined, subcategory: (row?.work_unit_subcategory_id ?? null) !== null };
};
