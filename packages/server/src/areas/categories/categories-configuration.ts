import { categoryCreateSchema, type CategoryCreate } from '@cfs/contracts/categories';
import { nameOf } from '@cfs/contracts/name-of';
import { workUnitTypes, type WorkUnitType } from '@cfs/contracts/work-unit-enumerations';
import { z } from 'zod';
import { systemTenantId } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { compact } from '../../platform/tenant-configuration/compact.ts';
import {
  listPart,
  type AreaConfiguration,
  type Reading,
  type Within,
} from '../../platform/tenant-configuration/configuration-part.ts';
import { itemFault, parseBody } from '../../platform/tenant-configuration/item-faults.ts';
import type { NamedRow } from '../../platform/tenant-configuration/names.ts';
import { createCategory, updateCategory } from './write-categories.ts';
import { createSubcategory, updateSubcategory } from './write-subcategories.ts';

const name = z.string().trim().min(1).max(200);
const subcategorySchema = z.strictObject({ name, enabled: z.boolean().default(true) });
type Subcategory = z.output<typeof subcategorySchema>;

const maxSubcategories = 1_000;

const inOrder = (left: Subcategory, right: Subcategory): number =>
  left.name < right.name ? -1 : left.name > right.name ? 1 : 0;

const itemSchema = z.strictObject({
  name,
  type: z.enum(Object.keys(workUnitTypes) as WorkUnitType[]),
  enabled: z.boolean().default(true),
  visibleInResolutionCenter: z.boolean().default(false),
  subcategories: z
    .array(subcategorySchema)
    .max(maxSubcategories)
    .default([])
    .transform((list) => list.toSorted(inOrder)),
});
type Item = z.output<typeof itemSchema>;

const pathOf = (category: { readonly type: string; readonly name: string }): string =>
  `${category.type} / ${category.name}`;

const subPathOf = (category: { readonly type: string; readonly name: string }, subcategory: string): string =>
  `${pathOf(category)} / ${subcategory}`;

const readCategories = async (db: ScopedDatabase, tenantIds: readonly string[]) => {
  const categories = await db
    .selectFrom('work_unit_categories')
    .selectAll()
    .where('tenant_id', 'in', tenantIds)
    .execute();
  const subcategories = await db
    .selectFrom('work_unit_subcategories')
    .selectAll()
    .where('tenant_id', 'in', tenantIds)
    .orderBy('work_unit_subcategory_id')
    .execute();
  const byCategory = Map.groupBy(subcategories, (row) => row.work_unit_category_id);
  return categories.map((row) => ({
    ...row,
    type: nameOf(workUnitTypes, row.work_unit_type_id),
    subcategories: byCategory.get(row.work_unit_category_id) ?? [],
  }));
};

type Row = Awaited<ReturnType<typeof readCategories>>[number];

interface Body {
  readonly path: Item;
  readonly category: CategoryCreate;
  readonly subcategories: readonly Subcategory[];
}

const toBody = (item: Item): Body => {
  const repeated = item.subcategories.find((each, index) => item.subcategories[index - 1]?.name === each.name);
  if (repeated) throw itemFault(['subcategories'], `The subcategory "${repeated.name}" occurs twice.`);
  return {
    path: item,
    category: parseBody(categoryCreateSchema, {
      name: item.name,
      workUnitTypeId: workUnitTypes[item.type],
      isEnabled: item.enabled,
      isVisibleInResolutionCenter: item.visibleInResolutionCenter,
    }),
    subcategories: item.subcategories,
  };
};

const addSubcategory = async (
  { services, context, names }: Within,
  workUnitCategoryId: number,
  path: Item,
  { name: subcategory, enabled }: Subcategory,
): Promise<void> => {
  const body = { workUnitCategoryId, name: subcategory, isEnabled: enabled };
  const { workUnitSubcategoryId: id } = await createSubcategory(services, context, body);
  names.add('subcategory', subPathOf(path, subcategory), String(id));
};

const create = async (within: Within, { path, category, subcategories }: Body): Promise<void> => {
  const { workUnitCategoryId: id } = await createCategory(within.services, within.context, category);
  within.names.add('category', pathOf(path), String(id));
  for (const each of subcategories) await addSubcategory(within, id, path, each);
};

const enable = ({ services, context }: Within, row: Row['subcategories'][number], isEnabled: boolean) =>
  updateSubcategory(services, context, row.work_unit_subcategory_id, {
    isEnabled,
    modified: row.modified.toISOString(),
  });

const change = async (within: Within, row: Row, { path, category, subcategories }: Body): Promise<void> => {
  const { isEnabled, isVisibleInResolutionCenter } = category;
  if (row.is_enabled !== isEnabled || row.is_visible_in_resolution_center !== isVisibleInResolutionCenter)
    await updateCategory(within.services, within.context, row.work_unit_category_id, {
      isEnabled,
      isVisibleInResolutionCenter,
      modified: row.modified.toISOString(),
    });
  for (const each of subcategories) {
    const stored = row.subcategories.find(({ name: known }) => known === each.name);
    if (!stored) await addSubcategory(within, row.work_unit_category_id, path, each);
    else if (stored.is_enabled !== each.enabled) await enable(within, stored, each.enabled);
  }
  for (const stored of row.subcategories)
    if (stored.is_enabled && !subcategories.some(({ name: wanted }) => wanted === stored.name))
      await enable(within, stored, false);
};

const disable = async ({ services, context }: Within, row: Row): Promise<void> => {
  await updateCategory(services, context, row.work_unit_category_id, {
    isEnabled: false,
    modified: row.modified.toISOString(),
  });
};

const part = listPart({
  key: 'categories',
  noun: 'category',
  after: [],
  schema: itemSchema,
  nameOf: pathOf,
  namesIn: (item: Item) => [
    ['category', pathOf(item)],
    ...item.subcategories.map((each) => ['subcategory', subPathOf(item, each.name)] as const),
  ],
  read: ({ db, tenantId }: Reading) => readCategories(db, [tenantId]),
  toItem: (row: Row) => ({
    name: row.name,
    type: row.type,
    ...compact(
      {
        enabled: row.is_enabled,
        visibleInResolutionCenter: row.is_visible_in_resolution_center,
        subcategories:
          row.subcategories.length === 0
            ? undefined
            : row.subcategories
                .map((each) => ({ name: each.name, enabled: each.is_enabled }))
                .toSorted(inOrder)
                .map((each) => ({ name: each.name, ...compact({ enabled: each.enabled }, { enabled: true }) })),
      },
      { enabled: true, visibleInResolutionCenter: false },
    ),
  }),
  toBody,
  create,
  change,
  removal: { verb: 'disable', isDone: ({ enabled }) => !enabled, run: disable },
  comparable: (stored, wanted) => ({
    ...stored,
    subcategories: stored.subcategories.filter(
      (each) => each.enabled || wanted.subcategories.some((other) => other.name === each.name),
    ),
  }),
});

const named = async (db: ScopedDatabase, tenantId: string): Promise<{ row: Row; isShared: boolean }[]> => {
  const rows = await readCategories(db, [tenantId, systemTenantId]);
  return rows.map((row) => ({ row, isShared: row.tenant_id === systemTenantId }));
};

/** Categories with their subcategories in the configuration of a tenant. */
export const categoriesConfiguration: AreaConfiguration = {
  parts: [part],
  names: [
    {
      kind: 'category',
      read: async (db, tenantId): Promise<NamedRow[]> =>
        (await named(db, tenantId)).map(({ row, isShared }) => ({
          id: String(row.work_unit_category_id),
          name: pathOf(row),
          isShared,
        })),
    },
    {
      kind: 'subcategory',
      read: async (db, tenantId): Promise<NamedRow[]> =>
        (await named(db, tenantId)).flatMap(({ row, isShared }) =>
          row.subcategories.map((each) => ({
            id: String(each.work_unit_subcategory_id),
            name: subPathOf(row, each.name),
            isShared,
          })),
        ),
    },
  ],
};
