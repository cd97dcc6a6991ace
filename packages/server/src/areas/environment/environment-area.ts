import type { Area } from '../../platform/services.ts';
import { environmentRoutes } from './environment-routes.ts';

export const environmentArea: Area = { name: 'environment', routes: environmentRoutes };
