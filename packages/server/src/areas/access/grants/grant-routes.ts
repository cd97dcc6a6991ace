import { grantCreateSchema } from '@cfs/contracts/access-grants';
import { z } from 'zod';
import type { App } from '../../../platform/http/app-instance.ts';
import { listRoute } from '../../../platform/odata/list-route.ts';
import type { Services } from '../../../platform/services.ts';
import { grantEntity } from './grant-entity.ts';
import { addGrant, removeGrant } from './write-grants.ts';

const params = z.object({ grantId: z.guid('Must be the id of a grant.').toLowerCase() });

/** The routes for grants: list, add and remove. */
export const grantRoutes = (app: App, services: Services): void => {
  listRoute(app, services, grantEntity);

  app.put(
    '/v1/grants',
    {
      config: {
        permission: 'Settings:edit',
        summary: 'Grant a role to a person or a group',
        answers: { 201: grantEntity },
      },
      schema: { body: grantCreateSchema },
    },
    async ({ context, body }, reply) => reply.code(201).send(await addGrant(services, context, body)),
  );

  app.delete(
    '/v1/grants/:grantId',
    { config: { permission: 'Settings:edit', summary: 'Remove a grant' }, schema: { params } },
    async ({ context, params: { grantId } }, reply) => {
      await removeGrant(services, context, grantId);
      return reply.code(204).send();
    },
  );
};
