import type { Area } from '../../platform/services.ts';
import { workUnitEntity } from './work-unit-entity.ts';
import { registerWorkUnitNotesRoutes } from './work-unit-notes-routes.ts';
import { registerWorkUnitRoutes } from './work-unit-routes.ts';

export const workUnitsArea: Area = {
  name: 'work-units',
  entities: [workUnitEntity],
  routes: (app, services) => {
    registerWorkUnitRoutes(app, services);
    registerWorkUnitNotesRoutes(app, services);
  },
};
