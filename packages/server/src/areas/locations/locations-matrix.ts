import { randomUUID } from 'node:crypto';
import { listExamples } from '../../testing/list-examples.ts';
import type { AreaMatrix } from '../../testing/matrix-example.ts';

export const locationsMatrix: AreaMatrix = {
  area: 'locations',
  async seed(database, tenantId) {
    const locationId = randomUUID();
    await database.asOwner(
      `insert into cfs.locations (tenant_id, location_id, name, created, created_by, modified, modified_by)
       values ($1, $2, 'Seeded by the matrix', now(), 'matrix', now(), 'matrix')`,
      [tenantId, locationId],
    );
    return { tenantId, locationId };
  },
  examples: [
    ...listExamples('/v1/locations', ({ locationId }) => `locationId eq ${locationId}`),
    {
      route: 'GET /v1/locations',
      place: 'expand',
      request: ({ tenantId }) => ({ url: `/v1/locations?$filter=tenant/tenantId eq ${tenantId}&$expand=tenant` }),
      foreign: 'empty',
    },
    {
      route: 'PUT /v1/locations',
      place: 'body',
      request: ({ tenantId }) => ({ url: '/v1/locations', body: { name: 'From the matrix', tenantId } }),
      allowed: 201,
      foreign: 404,
    },
    {
      route: 'POST /v1/locations/:locationId',
      place: 'path',
      request: ({ locationId }) => ({ url: `/v1/locations/${locationId}`, body: { name: 'From the matrix' } }),
      foreign: 404,
    },
    {
      route: 'GET /api/generalLookup/locations',
      place: 'lookup',
      request: () => ({ url: '/api/generalLookup/locations' }),
      foreign: 'empty',
    },
  ],
};
