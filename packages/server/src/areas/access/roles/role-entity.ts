import { defineEntity } from '../../../platform/odata/entity.ts';
import { tenantEdge } from '../../tenants/tenant-edge.ts';

/** Roles of the caller's tenants and those of every tenant, including the built-in ones. */
export const roleEntity = defineEntity({
  name: 'Role',
  description: 'A named set of permissions.',
  set: 'roles',
  table: 'roles',
  key: 'roleId',
  keyColumn: 'role_id',
  permission: 'Settings:view',
  reach: 'visible',
  shared: true,
  properties: {
    roleId: { type: 'guid', sql: 'role_id' },
    tenantId: { type: 'guid', sql: 'tenant_id', nullable: true },
    name: { type: 'string', sql: 'role_name', search: true },
    builtIn: { type: 'boolean', sql: 'built_in' },
    permissionCount: { type: 'int32', sql: (alias) => `cardinality(${alias}.permissions)` },
    created: { type: 'dateTimeOffset', sql: 'created' },
    createdBy: { type: 'string', sql: 'created_by' },
    modified: { type: 'dateTimeOffset', sql: 'modified' },
    modifiedBy: { type: 'string', sql: 'modified_by' },
  },
  edges: { tenant: tenantEdge },
  defaultOrder: [{ property: 'builtIn', descending: true }, { property: 'name' }],
});
