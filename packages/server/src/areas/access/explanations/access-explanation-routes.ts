import { accessExplanationSchema, accessQuestionSchema } from '@cfs/contracts/access-explanations';
import { z } from 'zod';
import { reaches } from '../../../platform/access/reach.ts';
import type { App } from '../../../platform/http/app-instance.ts';
import { notFound } from '../../../platform/problems.ts';
import type { Services } from '../../../platform/services.ts';
import { readPerson } from '../people/read-person.ts';
import { explainAccess } from './explain-access.ts';

const params = z.object({ userId: z.guid('Must be the id of a person.').toLowerCase() });

/** The route that explains why a person holds a permission in a tenant, or does not. */
export const accessExplanationRoutes = (app: App, services: Services): void => {
  app.get(
    '/v1/people/:userId/access',
    {
      config: {
        permission: 'Settings:view',
        summary: 'Why a person holds a permission in a tenant, or does not',
        answers: { 200: accessExplanationSchema },
      },
      schema: { params, querystring: accessQuestionSchema },
    },
    async ({ context, params: { userId }, query: { permission, tenantId } }) => {
      const { first_sign_in: firstSignIn } = await readPerson(services, context, userId);
      const snapshot = await services.snapshot.current();
      const tenant = snapshot.tenants.get(tenantId);
      if (!tenant || !reaches(context, tenant.tenantId, 'Settings:view')) throw notFound('Tenant');
      const person = snapshot.people.get(userId);
      if (!person) throw notFound('Person');
      return {
        ...explainAccess(snapshot, services.identity.provider, person, permission, tenant.tenantId),
        hasSignedIn: firstSignIn !== null,
      };
    },
  );
};
