import type { Permission } from '@cfs/contracts/permissions';
import { typeLabel } from '@cfs/contracts/work-unit-type-label';
import type { Context } from '../../platform/context.ts';
import type { ScopeRequest } from '../../platform/database/gate.ts';
import { inScope } from '../../platform/database/in-scope.ts';
import type { Services } from '../../platform/services.ts';
import { toCategory, toSubcategory } from './category-wire.ts';

const workers: readonly Permission[] = ['WorkUnits:view', 'WorkUnits.Categories:view', 'WorkUnits.Subcategories:view'];
const everybody: ScopeRequest = { permission: [...workers, 'WorkUnits:view:mine'], shared: true };

/** The types that a new work unit can have, without hidden ones and by their display names. */
export const readTypeLookup = (services: Services, context: Context) =>
  services.gate.read(context, everybody, async (db) => {
    const rows = await db
      .selectFrom('work_unit_types')
      .select(['work_unit_type_id', 'name'])
      .where('is_hidden', '=', false)
      .where(inScope(context, everybody, 'work_unit_types.tenant_id'))
      .orderBy('work_unit_type_id')
      .execute();
    return rows.map((row) => ({ workUnitTypeId: row.work_unit_type_id, name: typeLabel(row.name) }));
  });

/** Enabled categories of the caller's tenants and the shared ones; end users see those of the Resolution Center. */
export const readCategoryLookup = (services: Services, context: Context) =>
  services.gate.read(context, everybody, async (db) => {
    const rows = await db
      .selectFrom('work_unit_categories')
      .selectAll()
      .where('is_enabled', '=', true)
      .where(inScope(context, everybody, 'work_unit_categories.tenant_id'))
      .where((where) =>
        where.or([
          where('is_visible_in_resolution_center', '=', true),
          inScope(context, { permission: workers, shared: worksOnUnits(context) }, 'work_unit_categories.tenant_id'),
        ]),
      )
      .orderBy('work_unit_category_id')
      .execute();
    return rows.map(toCategory);
  });

/** Enabled subcategories of the categories in the lookup. */
export const readSubcategoryLookup = (services: Services, context: Context) =>
  services.gate.read(context, everybody, async (db) => {
    const rows = await db
      .selectFrom('work_unit_subcategories')
      .innerJoin('work_unit_categories as category', (join) =>
        join
          .onRef('category.tenant_id', '=', 'work_unit_subcategories.tenant_id')
          .onRef('category.work_unit_category_id', '=', 'work_unit_subcategories.work_unit_category_id'),
      )
      .selectAll('work_unit_subcategories')
      .where('work_unit_subcategories.is_enabled', '=', true)
      .where('category.is_enabled', '=', true)
      .where(inScope(context, everybody, 'work_unit_subcategories.tenant_id'))
      .where((where) =>
        where.or([
          where('category.is_visible_in_resolution_center', '=', true),
          inScope(context, { permission: workers, shared: worksOnUnits(context) }, 'category.tenant_id'),
        ]),
      )
      .orderBy('work_unit_subcategory_id')
      .execute();
    return rows.map(toSubcategory);
  });

const worksOnUnits = (context: Context): boolean => workers.some((permission) => context.can(permission));
