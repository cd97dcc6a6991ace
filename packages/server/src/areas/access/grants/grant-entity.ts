import { defineEntity } from '../../../platform/odata/entity.ts';
import { tenantEdge } from '../../tenants/tenant-edge.ts';
import { personEntity } from '../people/person-entity.ts';

/** Grants in the caller's tenants, and those that hold in every tenant. */
export const grantEntity = defineEntity({
  name: 'Grant',
  description: 'Ties a person or a group to a role, in one tenant or in all.',
  set: 'grants',
  table: 'grants',
  key: 'grantId',
  keyColumn: 'grant_id',
  permission: 'Settings:view',
  reach: 'visible',
  shared: true,
  properties: {
    grantId: { type: 'guid', sql: 'grant_id' },
    tenantId: { type: 'guid', sql: 'tenant_id', nullable: true },
    userId: { type: 'guid', sql: 'user_id', nullable: true },
    groupName: { type: 'string', sql: 'group_name', nullable: true },
    holder: { type: 'string', sql: 'holder', search: true },
    roleName: { type: 'string', sql: 'role_name', search: true },
    created: { type: 'dateTimeOffset', sql: 'created' },
    createdBy: { type: 'string', sql: 'created_by' },
  },
  edges: {
    tenant: tenantEdge,
    person: {
      entity: () => personEntity,
      kind: 'one',
      on: [{ local: 'user_id', foreign: 'user_id' }],
      permission: 'Settings:view',
      exposes: ['userId', 'name', 'mail', 'enabled'],
    },
  },
  defaultOrder: [{ property: 'holder' }],
});
