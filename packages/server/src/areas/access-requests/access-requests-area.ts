import type { Area } from '../../platform/services.ts';
import { accessRequestsRoutes } from './access-requests-routes.ts';

/** Requests of visitors who cannot sign in; each becomes a work unit. */
export const accessRequestsArea: Area = { name: 'access-requests', routes: accessRequestsRoutes };
