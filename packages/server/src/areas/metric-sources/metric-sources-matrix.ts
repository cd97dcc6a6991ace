import { randomUUID } from 'node:crypto';
import { listExamples } from '../../testing/list-examples.ts';
import type { AreaMatrix } from '../../testing/matrix-example.ts';
import { seedBlock } from '../../testing/seed-device.ts';

export const metricSourcesMatrix: AreaMatrix = {
  area: 'metric-sources',
  async seed(database, tenantId) {
    const ids = await seedBlock(database, tenantId);
    const metricSourceId = randomUUID();
    await database.asOwner(
      `insert into cfs.metric_sources (tenant_id, metric_source_id, source_key, protocol, name, identity, status,
         field_count, sample, first_seen, last_seen)
       values ($1, $2::uuid, $2::uuid::text, 1, 'Matrix', 'service.name=Matrix', 1, 0, '[]', now(), now())`,
      [tenantId, metricSourceId],
    );
    return { ...ids, metricSourceId };
  },
  examples: [
    ...listExamples('/v1/metricsources', ({ metricSourceId }) => `metricSourceId eq ${metricSourceId}`),
    {
      route: 'POST /v1/metricsources/:metricSourceId/accept',
      place: 'path',
      request: ({ metricSourceId, subscriptionId }) => ({
        url: `/v1/metricsources/${metricSourceId}/accept`,
        body: { blockId: randomUUID(), subscriptionId, name: 'Matrix', blockTypeId: 1 },
      }),
      foreign: 400,
    },
    {
      route: 'POST /v1/metricsources/:metricSourceId/assign',
      place: 'path',
      request: ({ metricSourceId, blockId }) => ({
        url: `/v1/metricsources/${metricSourceId}/assign`,
        body: { blockId },
      }),
      foreign: 404,
    },
    {
      route: 'POST /v1/metricsources/:metricSourceId/ignore',
      place: 'path',
      request: ({ metricSourceId }) => ({ url: `/v1/metricsources/${metricSourceId}/ignore` }),
      foreign: 404,
    },
    {
      route: 'DELETE /v1/metricsources/:metricSourceId',
      place: 'path',
      request: ({ metricSourceId }) => ({ url: `/v1/metricsources/${metricSourceId}` }),
      allowed: 204,
      foreign: 404,
    },
  ],
};
