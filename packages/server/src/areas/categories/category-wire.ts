import type { Category, Subcategory } from '@cfs/contracts/categories';
import type { Selectable } from 'kysely';
import { toTenantId } from '../../platform/odata/wire-form.ts';
import type { CategoryTable, SubcategoryTable } from './category-table.ts';

/** A category as it travels; a shared one has no tenant. */
export const toCategory = (row: Selectable<CategoryTable>): Category => ({
  workUnitCategoryId: row.work_unit_category_id,
  name: row.name,
  tenantId: toTenantId(row.tenant_id),
  workUnitTypeId: row.work_unit_type_id,
  isEnabled: row.is_enabled,
  isVisibleInResolutionCenter: row.is_visible_in_resolution_center,
  modified: row.modified.toISOString(),
});

/** A subcategory as it travels; one of a shared category has no tenant. */
export const toSubcategory = (row: Selectable<SubcategoryTable>): Subcategory => ({
  workUnitSubcategoryId: row.work_unit_subcategory_id,
  workUnitCategoryId: row.work_unit_category_id,
  name: row.name,
  tenantId: toTenantId(row.tenant_id),
  isEnabled: row.is_enabled,
  modified: row.modified.toISOString(),
});
