import type { Area } from '../../platform/services.ts';
import { homeRoutes } from './home-routes.ts';

/** The figures of the portal's first screen. */
export const homeArea: Area = { name: 'home', routes: homeRoutes };
