import type { Area } from '../../platform/services.ts';
import { savedViewsRoutes } from './saved-views-routes.ts';

export const savedViewsArea: Area = {
  name: 'saved-views',
  tables: {
    saved_views: { exempt: 'own screen' },
  },
  routes: savedViewsRoutes,
};
