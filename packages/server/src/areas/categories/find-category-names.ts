import type { ScopedDatabase } from '../../platform/database/gate.ts';

type Names = ReadonlyMap<string, string>;

/** Names of categories in the scope of the connection, by id as text. */
export const findCategoryNames = async (db: ScopedDatabase, ids: readonly number[]): Promise<Names> => {
  const rows = await db
    .selectFrom('work_unit_categories')
    .select(['work_unit_category_id as id', 'name'])
    .where('work_unit_category_id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, name }) => [String(id), name]));
};

/** Names of subcategories in the scope of the connection, by id as text. */
export const findSubcategoryNames = async (db: ScopedDatabase, ids: readonly number[]): Promise<Names> => {
  const rows = await db
    .selectFrom('work_unit_subcategories')
    .select(['work_unit_subcategory_id as id', 'name'])
    .where('work_unit_subcategory_id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, name }) => [String(id), name]));
};
