import { ownSubscriptionSchema, subscriberSettingsSchema } from '@cfs/contracts/communication-subscribers';
import { z } from 'zod';
import type { App } from '../../../platform/http/app-instance.ts';
import { listRoute } from '../../../platform/odata/list-route.ts';
import type { Services } from '../../../platform/services.ts';
import { removeSubscriber } from './end-subscription.ts';
import { readOwnSubscription, writeOwnSubscription } from './own-subscription.ts';
import { subscriberDeliveryEntity } from './subscriber-delivery-entity.ts';
import { subscriberEntity } from './subscriber-entity.ts';
import { readSubscriberSettings, writeSubscriberSettings } from './subscriber-settings.ts';

const ofTenant = z.object({ tenantId: z.guid('Must be the id of a tenant.').toLowerCase() });
const ofSubscriber = z.object({ subscriberId: z.guid('Must be the id of a subscriber.').toLowerCase() });
const own = '/v1/tenants/:tenantId/communicationsubscription';
const settings = '/v1/tenants/:tenantId/subscribersettings';

/** Subscribers of communications: the lists for staff, the settings of a tenant, and the subscription of the caller. */
export const subscribersRoutes = (app: App, services: Services): void => {
  listRoute(app, services, subscriberEntity);
  listRoute(app, services, subscriberDeliveryEntity);

  app.delete(
    '/v1/communicationsubscribers/:subscriberId',
    {
      config: { permission: 'WorkUnitCommunications:edit', summary: 'Remove a subscriber' },
      schema: { params: ofSubscriber, response: { 204: z.null() } },
    },
    async ({ context, params }, reply) => {
      await removeSubscriber(services, context, params.subscriberId);
      return reply.code(204).send(null);
    },
  );

  app.get(
    own,
    {
      config: {
        permission: 'WorkUnitCommunications:view',
        summary: "Whether the caller is subscribed to a tenant's communications",
      },
      schema: { params: ofTenant, response: { 200: ownSubscriptionSchema } },
    },
    ({ context, params }) => readOwnSubscription(services, context, params.tenantId),
  );
  app.put(
    own,
    {
      config: {
        permission: 'WorkUnitCommunications:view',
        summary: "Subscribe the caller to a tenant's communications, or unsubscribe",
      },
      schema: { params: ofTenant, body: ownSubscriptionSchema, response: { 200: ownSubscriptionSchema } },
    },
    ({ context, params, body }) => writeOwnSubscription(services, context, params.tenantId, body.isSubscribed),
  );

  app.get(
    settings,
    {
      config: { permission: 'WorkUnitCommunications:edit', summary: 'Whether visitors may subscribe in a tenant' },
      schema: { params: ofTenant, response: { 200: subscriberSettingsSchema } },
    },
    ({ context, params }) => readSubscriberSettings(services, context, params.tenantId),
  );
  app.put(
    settings,
    {
      config: {
        permission: 'WorkUnitCommunications:edit',
        summary: 'Permit or forbid subscriptions of visitors in a tenant',
      },
      schema: { params: ofTenant, body: subscriberSettingsSchema, response: { 200: subscriberSettingsSchema } },
    },
    ({ context, params, body }) => writeSubscriberSettings(services, context, params.tenantId, body),
  );
};
