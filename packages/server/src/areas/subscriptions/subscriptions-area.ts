import type { Area } from '../../platform/services.ts';
import { subscriptionEntity } from './subscription-entity.ts';
import { subscriptionsConfiguration } from './subscriptions-configuration.ts';
import { subscriptionsRoutes } from './subscriptions-routes.ts';

export const subscriptionsArea: Area = {
  name: 'subscriptions',
  entities: [subscriptionEntity],
  tables: {
    subscriptions: ['Subscription'],
  },
  routes: subscriptionsRoutes,
  configuration: subscriptionsConfiguration,
};
