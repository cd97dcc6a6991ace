import type { Area } from '../../platform/services.ts';
import { currentUserRoutes } from './current-user-routes.ts';
import { lookupRoutes } from './lookup-routes.ts';
import { peopleRoutes } from './people-routes.ts';

export const accessArea: Area = {
  name: 'access',
  routes: (app, services) => {
    currentUserRoutes(app, services);
    lookupRoutes(app, services);
    peopleRoutes(app, services);
  },
};
