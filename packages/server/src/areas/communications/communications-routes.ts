import {
  communicationCreateSchema,
  communicationLinksSchema,
  communicationUpdateSchema,
  internalNotificationSchema,
  linkedWorkUnitsSchema,
} from '@cfs/contracts/communications';
import { z } from 'zod';
import type { App } from '../../platform/http/app-instance.ts';
import { answerEntity } from '../../platform/odata/entity-answer.ts';
import { listRoute } from '../../platform/odata/list-route.ts';
import { readEntityText } from '../../platform/odata/read-entity.ts';
import { notFound } from '../../platform/problems.ts';
import type { Services } from '../../platform/services.ts';
import { communicationEntity } from './communication-entity.ts';
import { communicationPathSchema } from './communication-path.ts';
import { linkWorkUnits, unlinkWorkUnit } from './linked-work-units/link-work-units.ts';
import { readNotifications } from './notifications/read-notifications.ts';
import { sendInternalNotification } from './notifications/send-internal-notification.ts';
import { createCommunication, updateCommunication } from './write-communications.ts';

const linkPath = communicationPathSchema.extend({
  workunitId: z
    .string()
    .regex(/^\d{1,15}$/, 'Must be the number of a work unit.')
    .transform(Number),
});

/** Communications: the list, one by its id, create, update, linked work units, the internal notification. */
export const communicationsRoutes = (app: App, services: Services): void => {
  listRoute(app, services, communicationEntity);

  app.get(
    '/v1/workunitcommunications/:workUnitCommunicationId',
    {
      config: {
        permission: 'WorkUnitCommunications:view',
        summary: 'One communication',
        answers: { 200: communicationEntity },
      },
      schema: { params: communicationPathSchema },
    },
    async (request, reply) => {
      const { context, url, params } = request;
      const found = await readEntityText(services, context, communicationEntity, params.workUnitCommunicationId, {
        query: url.split('?')[1] ?? '',
      });
      if (found === undefined) throw notFound('WorkUnitCommunication');
      return answerEntity(request, reply, communicationEntity, found);
    },
  );

  app.put(
    '/v1/workunitcommunications',
    {
      config: {
        permission: 'WorkUnitCommunications:create',
        summary: 'Create a communication',
        answers: { 201: communicationEntity },
      },
      schema: { body: communicationCreateSchema },
    },
    async ({ context, body }, reply) => reply.code(201).send(await createCommunication(services, context, body)),
  );

  app.post(
    '/v1/workunitcommunications/:workUnitCommunicationId',
    {
      config: {
        permission: 'WorkUnitCommunications:edit',
        summary: 'Update a communication',
        answers: { 200: communicationEntity },
      },
      schema: { params: communicationPathSchema, body: communicationUpdateSchema },
    },
    ({ context, params, body }) => updateCommunication(services, context, params.workUnitCommunicationId, body),
  );

  app.post(
    '/v1/workunitcommunications/:workUnitCommunicationId/workUnits',
    {
      config: { permission: 'WorkUnitCommunications:edit', summary: 'Link work units to a communication' },
      schema: {
        params: communicationPathSchema,
        body: communicationLinksSchema,
        response: { 200: linkedWorkUnitsSchema },
      },
    },
    async ({ context, params, body }) => ({
      workunitIds: await linkWorkUnits(services, context, params.workUnitCommunicationId, body.workunitIds),
    }),
  );

  app.delete(
    '/v1/workunitcommunications/:workUnitCommunicationId/workUnits/:workunitId',
    {
      config: { permission: 'WorkUnitCommunications:edit', summary: 'End the link to a work unit' },
      schema: { params: linkPath, response: { 204: z.null() } },
    },
    async ({ context, params }, reply) => {
      await unlinkWorkUnit(services, context, params.workUnitCommunicationId, params.workunitId);
      return reply.code(204).send(null);
    },
  );

  app.get(
    '/v1/workunitcommunications/:workUnitCommunicationId/internalNotifications',
    {
      config: {
        permission: 'WorkUnitCommunications:view',
        summary: 'The last internal notification of a communication, and whether its mail failed',
      },
      schema: { params: communicationPathSchema, response: { 200: z.array(internalNotificationSchema) } },
    },
    ({ context, params }) => readNotifications(services, context, params.workUnitCommunicationId),
  );

  app.get(
    '/v1/workunitcommunications/:workUnitCommunicationId/sendInternalNotification',
    {
      // A HEAD request must not send a mail.
      exposeHeadRoute: false,
      config: {
        permission: 'WorkUnitCommunications:edit',
        summary: 'Mail a communication to the tenant’s internal notification address',
      },
      schema: { params: communicationPathSchema, response: { 200: internalNotificationSchema } },
    },
    ({ context, params }) => sendInternalNotification(services, context, params.workUnitCommunicationId),
  );
};
