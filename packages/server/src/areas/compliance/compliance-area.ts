import type { Area } from '../../platform/services.ts';
import { complianceRoutes } from './compliance-routes.ts';
import { controlSetEntity } from './control-set-entity.ts';
import { controlStatusEntity } from './control-status-entity.ts';

export const complianceArea: Area = {
  name: 'compliance',
  entities: [controlSetEntity, controlStatusEntity],
  tables: {
    control_sets: ['ControlSet'],
    controls: ['ControlSet'],
    control_statuses: ['ControlStatus'],
  },
  routes: complianceRoutes,
};
