import type { Area } from '../../platform/services.ts';
import { installationsRoutes } from './installations-routes.ts';

/** The desired and installed packages of devices; the rows belong to the area packages. */
export const installationsArea: Area = { name: 'installations', routes: installationsRoutes };
