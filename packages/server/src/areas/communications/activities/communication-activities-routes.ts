import { communicationActivityCreateSchema, communicationActivityUpdateSchema } from '@cfs/contracts/communications';
import { z } from 'zod';
import type { App } from '../../../platform/http/app-instance.ts';
import { listRoute } from '../../../platform/odata/list-route.ts';
import type { Services } from '../../../platform/services.ts';
import { communicationActivityEntity } from './communication-activity-entity.ts';
import {
  createCommunicationActivity,
  removeCommunicationActivity,
  updateCommunicationActivity,
} from './write-communication-activities.ts';

const params = z.object({
  workUnitCommunicationActivityId: z.guid('Must be the id of an activity.').toLowerCase(),
});
const removal = z.object({ modified: z.iso.datetime({ offset: true }).optional() });

/** The past and next steps of communications: list, create, update, delete. */
export const communicationActivitiesRoutes = (app: App, services: Services): void => {
  listRoute(app, services, communicationActivityEntity);

  app.put(
    '/v1/workunitcommunicationactivities',
    {
      config: {
        permission: 'WorkUnitCommunications:edit',
        summary: 'Add a step to a communication',
        answers: { 201: communicationActivityEntity },
      },
      schema: { body: communicationActivityCreateSchema },
    },
    async ({ context, body }, reply) =>
      reply.code(201).send(await createCommunicationActivity(services, context, body)),
  );

  app.post(
    '/v1/workunitcommunicationactivities/:workUnitCommunicationActivityId',
    {
      config: {
        permission: 'WorkUnitCommunications:edit',
        summary: 'Update a step of a communication',
        answers: { 200: communicationActivityEntity },
      },
      schema: { params, body: communicationActivityUpdateSchema },
    },
    ({ context, params: { workUnitCommunicationActivityId: id }, body }) =>
      updateCommunicationActivity(services, context, id, body),
  );

  app.delete(
    '/v1/workunitcommunicationactivities/:workUnitCommunicationActivityId',
    {
      config: { permission: 'WorkUnitCommunications:edit', summary: 'Delete a step of a communication' },
      schema: { params, querystring: removal, response: { 204: z.null() } },
    },
    async ({ context, params: { workUnitCommunicationActivityId: id }, query }, reply) => {
      await removeCommunicationActivity(services, context, id, query.modified);
      return reply.code(204).send(null);
    },
  );
};
