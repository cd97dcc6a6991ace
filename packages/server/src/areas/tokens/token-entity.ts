import { defineEntity, type Property } from '../../platform/odata/entity.ts';
import { tenantEdge } from '../tenants/tenant-edge.ts';

const isFor = (purpose: string): Property => ({
  type: 'boolean',
  sql: (alias) => `('${purpose}' = any (${alias}.purposes))`,
  sort: false,
});

/** Token grants of the request's tenant, newest first. */
export const tokenEntity = defineEntity({
  name: 'TokenGrant',
  description: 'A token of a tenant for machines; never the token itself.',
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
    state: {
      type: 'string',
      sql: (alias, now) =>
        `case when ${alias}.revoked_on is not null then 'Revoked' ` +
        `when ${alias}.expires_on <= ${now()} then 'Expired' else 'Active' end`,
      description: 'Active, Expired or Revoked, at the time of the request.',
      sort: false,
    },
    purposes: {
      type: 'string',
      sql: (alias) => `array_to_string(${alias}.purposes, ',')`,
      description: 'What it is for: enrol, packets and read, separated by commas.',
      sort: false,
    },
    canEnrol: isFor('enrol'),
    canSendPackets: isFor('packets'),
    canRead: isFor('read'),
    created: { type: 'dateTimeOffset', sql: 'created' },
    modified: { type: 'dateTimeOffset', sql: 'modified' },
    expiresOn: { type: 'dateTimeOffset', sql: 'expires_on', nullable: true },
    revokedOn: { type: 'dateTimeOffset', sql: 'revoked_on', nullable: true },
  },
  defaultOrder: [{ property: 'created', descending: true }],
  edges: { tenant: tenantEdge },
});
