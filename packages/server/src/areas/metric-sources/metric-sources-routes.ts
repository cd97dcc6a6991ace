import { metricSource, metricSourceAcceptance, metricSourceAssignment } from '@cfs/contracts/metric-sources';
import { z } from 'zod';
import type { App } from '../../platform/http/app-instance.ts';
import { listRoute } from '../../platform/odata/list-route.ts';
import type { Services } from '../../platform/services.ts';
import {
  acceptMetricSource,
  assignMetricSource,
  ignoreMetricSource,
  removeMetricSource,
} from './decide-on-metric-source.ts';
import { metricSourceEntity } from './metric-source-entity.ts';

const edit = { permission: 'MetricSources:edit' } as const;
const params = z.object({ metricSourceId: z.guid().toLowerCase() });

/** Routes that list, accept, ignore and delete metric sources. */
export const metricSourcesRoutes = (app: App, services: Services): void => {
  listRoute(app, services, metricSourceEntity);

  app.post(
    '/v1/metricsources/:metricSourceId/accept',
    {
      config: { ...edit, summary: 'Accept a metric source as a new block' },
      schema: { params, body: metricSourceAcceptance, response: { 200: metricSource } },
    },
    ({ context, params: { metricSourceId }, body }) => acceptMetricSource(services, context, metricSourceId, body),
  );

  app.post(
    '/v1/metricsources/:metricSourceId/assign',
    {
      config: { ...edit, summary: 'Accept a metric source as an existing block' },
      schema: { params, body: metricSourceAssignment, response: { 200: metricSource } },
    },
    ({ context, params: { metricSourceId }, body }) => assignMetricSource(services, context, metricSourceId, body),
  );

  app.post(
    '/v1/metricsources/:metricSourceId/ignore',
    {
      config: { ...edit, summary: 'Ignore a metric source' },
      schema: { params, response: { 200: metricSource } },
    },
    ({ context, params: { metricSourceId } }) => ignoreMetricSource(services, context, metricSourceId),
  );

  app.delete(
    '/v1/metricsources/:metricSourceId',
    {
      config: { ...edit, summary: 'Delete a metric source; its block and packets stay' },
      schema: { params, response: { 204: z.null() } },
    },
    async ({ context, params: { metricSourceId } }, reply) => {
      await removeMetricSource(services, context, metricSourceId);
      return reply.code(204).send(null);
    },
  );
};
