import { listRoute } from '../../platform/odata/list-route.ts';
import type { Area } from '../../platform/services.ts';
import { protocolEntity } from './protocol-entity.ts';

export const protocolsArea: Area = {
  name: 'protocols',
  entities: [protocolEntity],
  routes: (app, services) => {
    listRoute(app, services, protocolEntity);
  },
};
