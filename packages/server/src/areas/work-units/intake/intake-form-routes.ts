import type { App } from '../../../platform/http/app-instance.ts';
import type { Services } from '../../../platform/services.ts';
import { workUnitPathSchema } from '../work-unit-id.ts';
import { readSubmittedForm } from './read-submitted-form.ts';

/** The route for the form of a submitted intake. */
export const intakeFormRoutes = (app: App, services: Services): void => {
  app.get(
    '/v1/workunits/:workUnitId/intakeform',
    {
      config: {
        permission: 'WorkUnits:view',
        summary: 'The intake form by which a unit was submitted, as JSON text',
        answers: { 200: 'application/json' },
      },
      schema: { params: workUnitPathSchema },
    },
    async ({ context, params: { workUnitId } }, reply) =>
      reply.type('application/json; charset=utf-8').send(await readSubmittedForm(services, context, workUnitId)),
  );
};
