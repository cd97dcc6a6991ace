import type { Area } from '../../platform/services.ts';
import { resolutionCenterEntity } from './resolution-center-entity.ts';
import { registerResolutionCenterRoutes } from './resolution-center-routes.ts';

export const resolutionCenterArea: Area = {
  name: 'resolution-center',
  entities: [resolutionCenterEntity],
  routes: registerResolutionCenterRoutes,
};
