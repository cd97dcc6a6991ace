import type { ScopedDatabase } from '../../platform/database/gate.ts';

/** The result of the lookup of a work unit's category and subcategory. */
export interface CategoryPair {
  /** The type of units that the category is for; `undefined` if none of the tenants has an enabled one with that id. */
  readonly typeId: number | undefined;
  /** Whether the category has an enabled subcategory with that id. */
  readonly hasSubcategory: boolean;
}

/** Looks up an enabled category of one of the tenants and an enabled subcategory of it; a null id is not found. */
export const findCategoryPair = async (
  db: ScopedDatabase,
  tenantIds: readonly string[],
  categoryId: number | null,
  subcategoryId: number | null,
): Promise<CategoryPair> => {
  const row = await db
    .selectFrom('work_unit_categories as category')
    .leftJoin('work_unit_subcategories as subcategory', (join) =>
      join
        .onRef('subcategory.tenant_id', '=', 'category.tenant_id')
        .onRef('subcategory.work_unit_category_id', '=', 'category.work_unit_category_id')
        .on('subcategory.work_unit_subcategory_id', '=', subcategoryId)
        .on('subcategory.is_enabled', '=', true),
    )
    .select(['category.work_unit_type_id', 'subcategory.work_unit_subcategory_id'])
    .where('category.work_unit_category_id', '=', categoryId)
    .where('category.tenant_id', 'in', tenantIds)
    .where('category.is_enabled', '=', true)
    .executeTakeFirst();
  return { typeId: row?.work_unit_type_id, hasSubcategory: (row?.work_unit_subcategory_id ?? null) !== null };
};
