import type { Category, CategoryCreate, CategoryUpdate } from '@cfs/contracts/categories';
import type { Context } from '../../platform/context.ts';
import { inScope } from '../../platform/database/in-scope.ts';
import { expectModified } from '../../platform/modified.ts';
import { toColumns } from '../../platform/odata/wire-form.ts';
import { invalid, notFound } from '../../platform/problems.ts';
import type { Services } from '../../platform/services.ts';
import { ownerTenant } from '../tenants/owner-tenant.ts';
import { categoryEntity } from './category-entity.ts';
import { toCategory } from './category-wire.ts';

/**
 * Creates a category for the tenant that the body names (by default, that of the request). `null` creates one that
 * every tenant shares; this requires the permission in all tenants.
 */
export const createCategory = (services: Services, context: Context, body: CategoryCreate): Promise<Category> =>
  services.gate.write(context, 'WorkUnits.Categories:create', async (db, change) => {
    const tenantId = await ownerTenant(db, context, 'WorkUnits.Categories:create', body.tenantId);
    const row = await db
      .insertInto('work_unit_categories')
      .values({
        tenant_id: tenantId,
        name: body.name,
        work_unit_type_id: body.workUnitTypeId,
        is_enabled: body.isEnabled,
        is_visible_in_resolution_center: body.isVisibleInResolutionCenter,
        ...toColumns(categoryEntity, body),
        ...change.created(),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    const after = toCategory(row);
    const id = String(after.workUnitCategoryId);
    await change.record({ entity: 'WorkUnitCategory', id, tenantId, after });
    return after;
  });

/** Updates the fields of the body; throws 409 for a stale `modified`, 400 for another tenant. */
export const updateCategory = (
  services: Services,
  context: Context,
  categoryId: number,
  body: CategoryUpdate,
): Promise<Category> =>
  services.gate.write(context, 'WorkUnits.Categories:edit', async (db, change) => {
    const row = await db
      .selectFrom('work_unit_categories')
      .selectAll()
      .where('work_unit_category_id', '=', categoryId)
      .where(inScope(context, 'WorkUnits.Categories:edit', 'work_unit_categories.tenant_id'))
      .forUpdate()
      .executeTakeFirst();
    if (!row) throw notFound('WorkUnitCategory');
    const before = toCategory(row);
    if (body.tenantId !== undefined && body.tenantId !== before.tenantId)
      throw invalid({ TenantId: ['The tenant of a category cannot be changed.'] });
    expectModified(row.modified, body.modified);
    const stored = await db
      .updateTable('work_unit_categories')
      .set({
        ...toColumns(categoryEntity, body),
        ...change.modified(row),
      })
      .where('tenant_id', '=', row.tenant_id)
      .where('work_unit_category_id', '=', categoryId)
      .returningAll()
      .executeTakeFirstOrThrow();
    const after = toCategory(stored);
    await change.record({
      entity: 'WorkUnitCategory',
      id: String(categoryId),
      tenantId: row.tenant_id,
      before,
      after,
    });
    return after;
  });
