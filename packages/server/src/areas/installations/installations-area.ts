import type { Area } from '../../platform/services.ts';
import { installationsRoutes } from './installations-routes.ts';

/** What packages devices are to have and have; the rows belong to packages. */
export const installationsArea: Area = { name: 'installations', routes: installationsRoutes };
