import { workUnitTypes } from '@cfs/contracts/work-unit-enumerations';
import { defineEntity } from '../../platform/odata/entity.ts';
import { tenantEdge } from '../tenants/tenant-edge.ts';
import { workUnitTypeEntity } from './work-unit-type-entity.ts';

/** Categories of work units: a tenant's own and those that every tenant shares. */
export const categoryEntity = defineEntity({
  name: 'WorkUnitCategory',
  description: 'A category of work units, of one tenant or shared by all.',
  set: 'workunitcategories',
  table: 'work_unit_categories',
  key: 'workUnitCategoryId',
  keyColumn: 'work_unit_category_id',
  permission: 'WorkUnits.Categories:view',
  reach: 'visible',
  shared: true,
  properties: {
    workUnitCategoryId: {
      type: 'int32',
      sql: 'work_unit_category_id',
      sort: {
        oneTenant: 'work_unit_categories_tenant_id_work_unit_category_id_key',
        allTenants: 'work_unit_categories_pkey',
      },
    },
    tenantId: { type: 'guid', sql: 'tenant_id', nullable: true },
    name: {
      type: 'string',
      sql: 'name',
      search: true,
      sort: { oneTenant: 'work_unit_categories_name', allTenants: 'work_unit_categories_name_all' },
    },
    workUnitTypeId: { type: 'int32', sql: 'work_unit_type_id', names: workUnitTypes },
    isEnabled: { type: 'boolean', sql: 'is_enabled' },
    isVisibleInResolutionCenter: { type: 'boolean', sql: 'is_visible_in_resolution_center' },
    modified: { type: 'dateTimeOffset', sql: 'modified' },
  },
  defaultOrder: [{ property: 'workUnitCategoryId' }],
  edges: {
    tenant: tenantEdge,
    workUnitType: {
      entity: () => workUnitTypeEntity,
      kind: 'one',
      on: [{ local: 'work_unit_type_id', foreign: 'work_unit_type_id' }],
      permission: 'signed-in',
      exposes: ['workUnitTypeId', 'name'],
    },
  },
});
