import { controlSetHistorySchema, controlSetTrendSchema, weeksQuerySchema } from '@cfs/contracts/compliance';
import { z } from 'zod';
import type { App } from '../../../platform/http/app-instance.ts';
import type { Services } from '../../../platform/services.ts';
import { readSetHistory } from './read-set-history.ts';
import { readSetTrend } from './read-set-trend.ts';

const setPath = z.object({ controlSetId: z.guid('Must be the id of a control set.').toLowerCase() });

/** Weeks of a control set: the status of each control, and how many controls had each status. */
export const weeksRoutes = (app: App, services: Services): void => {
  app.get(
    '/v1/controlsets/:controlSetId/history',
    {
      config: {
        permission: 'Compliance:view',
        summary: 'The status of each control of a set by week',
        answers: { 200: controlSetHistorySchema },
      },
      schema: { params: setPath, querystring: weeksQuerySchema },
    },
    ({ context, params, query }) => readSetHistory(services, context, params.controlSetId, query),
  );

  app.get(
    '/v1/controlsets/:controlSetId/trend',
    {
      config: {
        permission: 'Compliance:view',
        summary: 'How many controls of a set had each status, by week',
        answers: { 200: controlSetTrendSchema },
      },
      schema: { params: setPath, querystring: weeksQuerySchema },
    },
    ({ context, params, query }) => readSetTrend(services, context, params.controlSetId, query),
  );
};
