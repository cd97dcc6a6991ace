import type { Area } from '../../platform/services.ts';
import { changeCalendarRoutes } from './change-calendar-routes.ts';

export const changeCalendarArea: Area = {
  name: 'change-calendar',
  routes: changeCalendarRoutes,
};
