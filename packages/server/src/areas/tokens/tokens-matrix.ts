import { randomBytes, randomUUID } from 'node:crypto';
import { listExamples } from '../../testing/list-examples.ts';
import type { AreaMatrix } from '../../testing/matrix-example.ts';

export const tokensMatrix: AreaMatrix = {
  area: 'tokens',
  async seed(database, tenantId) {
    const tokenGrantId = randomUUID();
    await database.asOwner(
      `insert into cfs.token_grants (tenant_id, token_grant_id, name, lifetime_years, purposes, prefix, token_hash, created, created_by, modified)
       values ($1, $2, 'Seeded by the matrix', 0, '{enrol}', 'cfs_0000', $3, now(), 'matrix', now())`,
      [tenantId, tokenGrantId, randomBytes(32)],
    );
    return { tenantId, tokenGrantId };
  },
  examples: [
    ...listExamples('/v1/tokens', (ids) => `tokenGrantId eq ${ids['tokenGrantId']}`),
    {
      route: 'PUT /v1/tokens',
      place: 'body',
      request: (ids) => ({
        url: '/v1/tokens',
        body: { name: 'From the matrix', lifetimeYears: 1, tenantId: ids['tenantId'] },
      }),
      allowed: 201,
      foreign: 404,
    },
    {
      route: 'POST /v1/tokens/:tokenGrantId',
      place: 'path',
      request: (ids) => ({ url: `/v1/tokens/${ids['tokenGrantId']}`, body: { name: 'From the matrix' } }),
      foreign: 404,
    },
    {
      route: 'PUT /v1/tokens/:tokenGrantId/revoke',
      place: 'path',
      request: (ids) => ({ url: `/v1/tokens/${ids['tokenGrantId']}/revoke` }),
      foreign: 404,
    },
  ],
};
