import type { Area } from '../../platform/services.ts';
import { preferencesRoutes } from './preferences-routes.ts';

export const preferencesArea: Area = {
  name: 'preferences',
  tables: {
    preferences: { exempt: 'own screen' },
  },
  routes: preferencesRoutes,
};
