import { workUnitPanelQuerySchema, workUnitPanelSchema } from '@cfs/contracts/work-unit-panel';
import type { App } from '../../../platform/http/app-instance.ts';
import type { Services } from '../../../platform/services.ts';
import { readWorkUnitPanel } from './read-work-unit-panel.ts';

/** The route that returns all data of the panel of a unit in one call. */
export const panelRoutes = (app: App, services: Services): void => {
  app.get(
    '/v1/workunits/panel',
    {
      config: {
        permission: 'WorkUnits:view',
        summary: 'All that the panel of a work unit shows',
        answers: { 200: workUnitPanelSchema },
      },
      schema: { querystring: workUnitPanelQuerySchema },
    },
    async ({ context, query }, reply) =>
      reply.type('application/json; charset=utf-8').send(await readWorkUnitPanel(services, context, query)),
  );
};
