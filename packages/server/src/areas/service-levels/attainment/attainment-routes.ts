import { attainmentAnswer, attainmentQuerySchema } from '@cfs/contracts/service-levels';
import type { App } from '../../../platform/http/app-instance.ts';
import type { Services } from '../../../platform/services.ts';
import { readAttainment } from './read-attainment.ts';

/** Attainment of targets by week. */
export const attainmentRoutes = (app: App, services: Services): void => {
  app.get(
    '/v1/servicelevels/attainment',
    {
      config: { permission: 'WorkUnits:view', summary: 'Attainment of service level targets by week' },
      schema: { querystring: attainmentQuerySchema, response: { 200: attainmentAnswer } },
    },
    async ({ context, query }) => ({ value: await readAttainment(services, context, query) }),
  );
};
