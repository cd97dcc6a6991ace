import { subscriptionCreateSchema, subscriptionUpdateSchema } from '@cfs/contracts/subscriptions';
import { z } from 'zod';
import type { App } from '../../platform/http/app-instance.ts';
import { listRoute } from '../../platform/odata/list-route.ts';
import type { Services } from '../../platform/services.ts';
import { subscriptionEntity } from './subscription-entity.ts';
import { createSubscription, updateSubscription } from './write-subscriptions.ts';

const params = z.object({ subscriptionId: z.guid('Must be the id of a subscription.').toLowerCase() });

/** Subscriptions: the list, create and update. Their lookup belongs to the area access. */
export const subscriptionsRoutes = (app: App, services: Services): void => {
  listRoute(app, services, subscriptionEntity);

  app.put(
    '/v1/subscriptions',
    {
      config: {
        permission: 'Subscriptions:create',
        summary: 'Create a subscription',
        answers: { 201: subscriptionEntity },
      },
      schema: { body: subscriptionCreateSchema },
    },
    async ({ context, body }, reply) => reply.code(201).send(await createSubscription(services, context, body)),
  );

  app.post(
    '/v1/subscriptions/:subscriptionId',
    {
      config: {
        permission: 'Subscriptions:edit',
        summary: 'Change a subscription',
        answers: { 200: subscriptionEntity },
      },
      schema: { params, body: subscriptionUpdateSchema },
    },
    ({ context, params: { subscriptionId }, body }) => updateSubscription(services, context, subscriptionId, body),
  );
};
