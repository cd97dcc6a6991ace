import type { Area } from '../../platform/services.ts';
import { resolutionCenterEntity } from './resolution-center-entity.ts';
import { resolutionCenterRoutes } from './resolution-center-routes.ts';

export const resolutionCenterArea: Area = {
  name: 'resolution-center',
  entities: [resolutionCenterEntity],
  routes: resolutionCenterRoutes,
};
