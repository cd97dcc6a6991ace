import { defineEntity } from '../../../platform/odata/entity.ts';
import { tenantEdge } from '../../tenants/tenant-edge.ts';

/** The keys that may sign bundles. */
export const publisherKeyEntity = defineEntity({
  name: 'PublisherKey',
  description: 'An Ed25519 key whose bundles a tenant accepts.',
  set: 'publisherKeys',
  table: 'publisher_keys',
  key: 'publisherKeyId',
  keyColumn: 'publisher_key_id',
  permission: 'Packages:view',
  reach: 'visible',
  shared: true,
  properties: {
    publisherKeyId: { type: 'guid', sql: 'publisher_key_id' },
    tenantId: { type: 'guid', sql: 'tenant_id', nullable: true },
    name: { type: 'string', sql: 'name' },
    fingerprint: {
      type: 'string',
      sql: 'fingerprint',
      description: 'SHA256: and the unpadded base64 of the SHA-256 of the raw key.',
    },
    created: { type: 'dateTimeOffset', sql: 'created' },
    createdBy: { type: 'string', sql: 'created_by' },
  },
  defaultOrder: [{ property: 'name' }],
  edges: { tenant: tenantEdge },
});
