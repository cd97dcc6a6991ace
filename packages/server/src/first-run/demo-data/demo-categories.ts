import { workUnitTypes } from '@cfs/contracts/work-unit-enumerations';
import { createCategory } from '../../areas/categories/write-categories.ts';
import { createSubcategory } from '../../areas/categories/write-subcategories.ts';
import type { Context } from '../../platform/context.ts';
import type { Services } from '../../platform/services.ts';
import { demoStories, type DemoStory } from './demo-stories.ts';

/** Creates the categories and subcategories of the stories. */
export async function createCategories(services: Services, context: Context, tenantId: string): Promise<void> {
  for (const [name, stories] of Map.groupBy(demoStories, ({ category }) => category)) {
    const { workUnitCategoryId } = await createCategory(services, context, {
      tenantId,
      name,
      workUnitTypeId: name === 'Access' ? workUnitTypes.Request : workUnitTypes.Incident,
      isEnabled: true,
      isVisibleInResolutionCenter: true,
    });
    for (const subcategory of new Set(stories.map((each) => each.subcategory))) {
      await createSubcategory(services, context, { workUnitCategoryId, name: subcategory, isEnabled: true });
    }
  }
}

/** The ids of a category and a subcategory, as a work unit has them. */
export interface CategoryPair {
  readonly workUnitCategoryId: number;
  readonly workUnitSubcategoryId: number;
}

/** Resolves with a function that returns the ids for a tenant's story; undefined if the tenant lacks the category. */
export async function readCategories(
  services: Services,
  context: Context,
): Promise<(tenantId: string, story: DemoStory) => CategoryPair | undefined> {
  const rows = await services.gate.read(context, 'WorkUnits.Categories:view', (db) =>
    db
      .selectFrom('work_unit_subcategories as sub')
      .innerJoin('work_unit_categories as category', (join) =>
        join
          .onRef('category.tenant_id', '=', 'sub.tenant_id')
          .onRef('category.work_unit_category_id', '=', 'sub.work_unit_category_id'),
      )
      .select(['sub.tenant_id', 'sub.work_unit_category_id', 'sub.work_unit_subcategory_id', 'sub.name'])
      .select('category.name as category')
      .execute(),
  );
  const pairs = new Map(
    rows.map((row) => [
      `${row.tenant_id}/${row.category}/${row.name}`,
      { workUnitCategoryId: row.work_unit_category_id, workUnitSubcategoryId: row.work_unit_subcategory_id },
    ]),
  );
  return (tenantId, { category, subcategory }) => pairs.get(`${tenantId}/${category}/${subcategory}`);
}
