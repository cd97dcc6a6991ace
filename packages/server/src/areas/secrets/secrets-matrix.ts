import { randomUUID } from 'node:crypto';
import { createDerivedKeys } from '../../platform/secrets/derived-keys.ts';
import { createDataKey, sealValue, unwrapDataKey } from '../../platform/secrets/sealed-value.ts';
import type { AreaMatrix, SeededIds } from '../../testing/matrix-example.ts';
import { testMasterKey } from '../../testing/test-database-constants.ts';

const keys = createDerivedKeys(testMasterKey);
const name = 'from-the-matrix';
const set = ({ tenantId }: SeededIds): string => `/v1/tenants/${tenantId}/secrets`;
const one = (ids: SeededIds): string => `${set(ids)}/${ids['secretId']}`;

/** The secrets of a tenant; each seed leaves exactly one. */
export const secretsMatrix: AreaMatrix = {
  area: 'secrets',
  async seed(database, tenantId) {
    const owner = { tenantId, version: 1 };
    const secretId = randomUUID();
    const { wrapped, masterKeyId } = createDataKey(keys, owner);
    const sealed = sealValue(unwrapDataKey(keys, owner, { wrapped, masterKeyId }), { tenantId, name }, 'matrix value');
    await database.asOwner(`delete from cfs.secrets where tenant_id = $1`, [tenantId]);
    await database.asOwner(`delete from cfs.data_keys where tenant_id = $1`, [tenantId]);
    await database.asOwner(
      `insert into cfs.data_keys (tenant_id, key_version, wrapped_key, master_key_id, created, created_by)
       values ($1, 1, $2, $3, now(), 'matrix')`,
      [tenantId, wrapped, masterKeyId],
    );
    await database.asOwner(
      `insert into cfs.secrets (tenant_id, secret_id, name, sealed_value, key_version, created, created_by, modified, modified_by)
       values ($1, $2, $3, $4, 1, now(), 'matrix', now(), 'matrix')`,
      [tenantId, secretId, name, sealed],
    );
    return { tenantId, secretId };
  },
  examples: [
    {
      route: 'GET /v1/tenants/:tenantId/secrets',
      place: 'path',
      request: (ids) => ({ url: set(ids) }),
      foreign: 404,
    },
    {
      route: 'GET /v1/tenants/:tenantId/secrets/:secretId/versions/latest',
      place: 'path',
      request: (ids) => ({ url: `${one(ids)}/versions/latest` }),
      foreign: 404,
    },
    {
      route: 'PUT /v1/tenants/:tenantId/secrets',
      place: 'path',
      request: (ids) => ({ url: set(ids), body: { name: 'new-in-the-matrix', value: 'matrix value' } }),
      allowed: 201,
      foreign: 404,
    },
    {
      route: 'DELETE /v1/tenants/:tenantId/secrets/:secretId',
      place: 'path',
      request: (ids) => ({ url: one(ids) }),
      allowed: 204,
      foreign: 404,
    },
  ],
};
