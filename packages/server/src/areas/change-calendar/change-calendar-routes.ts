import { calendarQuerySchema, changeCalendarSchema } from '@cfs/contracts/change-calendar';
import type { App } from '../../platform/http/app-instance.ts';
import type { Services } from '../../platform/services.ts';
import { readChangeCalendar } from './read-change-calendar.ts';

/** Planned changes and maintenance windows as a calendar. */
export const changeCalendarRoutes = (app: App, services: Services): void => {
  app.get(
    '/v1/workunits/calendar',
    {
      config: {
        permission: 'WorkUnits:view',
        summary: 'Planned changes and maintenance windows within a span, and where changes clash',
        answers: { 200: changeCalendarSchema },
      },
      schema: { querystring: calendarQuerySchema },
    },
    ({ context, query }) => readChangeCalendar(services, context, query),
  );
};
