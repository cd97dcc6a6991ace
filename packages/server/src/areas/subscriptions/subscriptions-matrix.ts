import { randomUUID } from 'node:crypto';
import { listExamples } from '../../testing/list-examples.ts';
import type { AreaMatrix } from '../../testing/matrix-example.ts';

export const subscriptionsMatrix: AreaMatrix = {
  area: 'subscriptions',
  async seed(database, tenantId) {
    const subscriptionId = randomUUID();
    await database.asOwner(
      `insert into cfs.subscriptions (tenant_id, subscription_id, name, created, created_by, modified, modified_by)
       values ($1, $2, 'Seeded by the matrix', now(), 'matrix', now(), 'matrix')`,
      [tenantId, subscriptionId],
    );
    return { tenantId, subscriptionId };
  },
  examples: [
    ...listExamples('/v1/subscriptions', ({ subscriptionId }) => `subscriptionId eq ${subscriptionId}`),
    {
      route: 'GET /v1/subscriptions',
      place: 'expand',
      request: ({ tenantId }) => ({ url: `/v1/subscriptions?$filter=tenant/tenantId eq ${tenantId}&$expand=tenant` }),
      foreign: 'empty',
    },
    {
      route: 'PUT /v1/subscriptions',
      place: 'body',
      request: ({ tenantId }) => ({ url: '/v1/subscriptions', body: { name: 'From the matrix', tenantId } }),
      allowed: 201,
      foreign: 404,
    },
    {
      route: 'POST /v1/subscriptions/:subscriptionId',
      place: 'path',
      request: ({ subscriptionId }) => ({ url: `/v1/subscriptions/${subscriptionId}`, body: { name: 'Renamed' } }),
      foreign: 404,
    },
  ],
};
