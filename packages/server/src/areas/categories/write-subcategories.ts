import type { Subcategory, SubcategoryCreate, SubcategoryUpdate } from '@cfs/contracts/categories';
import type { Context } from '../../platform/context.ts';
import { inScope } from '../../platform/database/in-scope.ts';
import { expectModified } from '../../platform/modified.ts';
import { toColumns } from '../../platform/odata/wire-form.ts';
import { invalid, notFound } from '../../platform/problems.ts';
import type { Services } from '../../platform/services.ts';
import { toSubcategory } from './category-wire.ts';
import { subcategoryEntity } from './subcategory-entity.ts';

/** Creates a subcategory; throws 404 unless the caller has the permission in the tenant of its category. */
export const createSubcategory = (
  services: Services,
  context: Context,
  body: SubcategoryCreate,
): Promise<Subcategory> =>
  services.gate.write(context, 'WorkUnits.Subcategories:create', async (db, change) => {
    const category = await db
      .selectFrom('work_unit_categories')
      .select('tenant_id')
      .where('work_unit_category_id', '=', body.workUnitCategoryId)
      .where(inScope(context, 'WorkUnits.Subcategories:create', 'work_unit_categories.tenant_id'))
      .executeTakeFirst();
    if (!category) throw notFound('WorkUnitCategory');
    const row = await db
      .insertInto('work_unit_subcategories')
      .values({
        tenant_id: category.tenant_id,
        work_unit_category_id: body.workUnitCategoryId,
        name: body.name,
        is_enabled: body.isEnabled,
        ...toColumns(subcategoryEntity, body),
        ...change.created(),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    const after = toSubcategory(row);
    await change.record({
      entity: 'WorkUnitSubcategory',
      id: String(after.workUnitSubcategoryId),
      tenantId: category.tenant_id,
      after,
    });
    return after;
  });

/** Updates the fields of the body; throws 409 for a stale `modified`, 400 for another category. */
export const updateSubcategory = (
  services: Services,
  context: Context,
  subcategoryId: number,
  body: SubcategoryUpdate,
): Promise<Subcategory> =>
  services.gate.write(context, 'WorkUnits.Subcategories:edit', async (db, change) => {
    const row = await db
      .selectFrom('work_unit_subcategories')
      .selectAll()
      .where('work_unit_subcategory_id', '=', subcategoryId)
      .where(inScope(context, 'WorkUnits.Subcategories:edit', 'work_unit_subcategories.tenant_id'))
      .forUpdate()
      .executeTakeFirst();
    if (!row) throw notFound('WorkUnitSubcategory');
    if (body.workUnitCategoryId !== undefined && body.workUnitCategoryId !== row.work_unit_category_id)
      throw invalid({ WorkUnitCategoryId: ['The category of a subcategory cannot be changed.'] });
    expectModified(row.modified, body.modified);
    const stored = await db
      .updateTable('work_unit_subcategories')
      .set({
        ...toColumns(subcategoryEntity, body),
        ...change.modified(row),
      })
      .where('tenant_id', '=', row.tenant_id)
      .where('work_unit_subcategory_id', '=', subcategoryId)
      .returningAll()
      .executeTakeFirstOrThrow();
    const after = toSubcategory(stored);
    await change.record({
      entity: 'WorkUnitSubcategory',
      id: String(subcategoryId),
      tenantId: row.tenant_id,
      before: toSubcategory(row),
      after,
    });
    return after;
  });
