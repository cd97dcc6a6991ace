import { defineEntity } from '../../platform/odata/entity.ts';

/** Subcategories, each of the tenant of its category. */
export const subcategoryEntity = defineEntity({
  name: 'WorkUnitSubcategory',
  description: 'A subcategory, of the tenant of its category.',
  set: 'workunitsubcategories',
  table: 'work_unit_subcategories',
  key: 'workUnitSubcategoryId',
  keyColumn: 'work_unit_subcategory_id',
  permission: 'WorkUnits.Subcategories:view',
  reach: 'visible',
  shared: true,
  properties: {
    workUnitSubcategoryId: {
      type: 'int32',
      sql: 'work_unit_subcategory_id',
      sort: {
        oneTenant: 'work_unit_subcategories_tenant_id_work_unit_subcategory_id_key',
        allTenants: 'work_unit_subcategories_pkey',
      },
    },
    workUnitCategoryId: { type: 'int32', sql: 'work_unit_category_id' },
    tenantId: { type: 'guid', sql: 'tenant_id', nullable: true },
    name: {
      type: 'string',
      sql: 'name',
      search: true,
      sort: { oneTenant: 'work_unit_subcategories_name', allTenants: 'work_unit_subcategories_name_all' },
    },
    isEnabled: { type: 'boolean', sql: 'is_enabled' },
    modified: { type: 'dateTimeOffset', sql: 'modified' },
  },
  defaultOrder: [{ property: 'workUnitSubcategoryId' }],
  edges: {},
});
