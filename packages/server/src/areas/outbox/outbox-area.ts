import type { Area } from '../../platform/services.ts';
import { outboxEntity } from './outbox-entity.ts';
import { outboxRoutes } from './outbox-routes.ts';

export const outboxArea: Area = {
  name: 'outbox',
  entities: [outboxEntity],
  tables: {
    outbox_messages: { exempt: 'durable work' },
  },
  routes: outboxRoutes,
};
