import { defineEntity } from '../../platform/odata/entity.ts';
import { tenantEdge } from '../tenants/tenant-edge.ts';

/** Token grants of the request's tenant, newest first. */
export const tokenEntity = defineEntity({
  name: 'TokenGrant',
  set: 'tokens',
  table: 'token_grants',
  key: 'tokenGrantId',
  keyColumn: 'token_grant_id',
  permission: 'Tokens:view',
  reach: 'context',
  properties: {
    tokenGrantId: { type: 'guid', sql: 'token_grant_id' },
    tenantId: { type: 'guid', sql: 'tenant_id' },
    name: { type: 'string', sql: 'name', search: true },
    description: { type: 'string', sql: 'description', nullable: true, search: true },
    lifetimeYears: { type: 'int32', sql: 'lifetime_years' },
    canRead: { type: 'boolean', sql: (alias) => `('read' = any (${alias}.purposes))`, filter: false, sort: false },
    created: { type: 'dateTimeOffset', sql: 'created' },
    modified: { type: 'dateTimeOffset', sql: 'modified' },
    expiresOn: { type: 'dateTimeOffset', sql: 'expires_on', nullable: true },
    revokedOn: { type: 'dateTimeOffset', sql: 'revoked_on', nullable: true },
  },
  defaultOrder: [{ property: 'created', descending: true }],
  edges: { tenant: tenantEdge },
});
