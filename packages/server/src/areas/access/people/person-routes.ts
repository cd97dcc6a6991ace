import { personInviteSchema, personUpdateSchema } from '@cfs/contracts/access-people';
import { z } from 'zod';
import type { App } from '../../../platform/http/app-instance.ts';
import { listRoute } from '../../../platform/odata/list-route.ts';
import type { Services } from '../../../platform/services.ts';
import { invitePerson, updatePerson } from './write-people.ts';
import { personEntity } from './person-entity.ts';

const params = z.object({ userId: z.guid('Must be the id of a person.').toLowerCase() });

/** The routes for people who may sign in: list, invite, rename, disable and enable. */
export const personRoutes = (app: App, services: Services): void => {
  listRoute(app, services, personEntity);

  app.put(
    '/v1/people',
    {
      config: {
        permission: 'Settings:edit',
        summary: 'Invite a person by mail',
        answers: { 201: personEntity },
      },
      schema: { body: personInviteSchema },
    },
    async ({ context, body }, reply) => reply.code(201).send(await invitePerson(services, context, body)),
  );

  app.post(
    '/v1/people/:userId',
    {
      config: {
        permission: 'Settings:edit',
        summary: 'Rename, disable or enable a person',
        answers: { 200: personEntity },
      },
      schema: { params, body: personUpdateSchema },
    },
    ({ context, params: { userId }, body }) => updatePerson(services, context, userId, body),
  );
};
