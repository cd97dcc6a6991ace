import type { Area } from '../../platform/services.ts';
import { locationEntity } from './location-entity.ts';
import { locationsRoutes } from './locations-routes.ts';

export const locationsArea: Area = {
  name: 'locations',
  entities: [locationEntity],
  tables: {
    locations: ['Location'],
  },
  routes: locationsRoutes,
};
