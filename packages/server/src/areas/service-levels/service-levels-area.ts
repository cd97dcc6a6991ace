import type { Area } from '../../platform/services.ts';
import { attainmentRoutes } from './attainment/attainment-routes.ts';
import { businessCalendarEntity } from './calendars/calendar-entity.ts';
import { calendarRoutes } from './calendars/calendar-routes.ts';
import { fireClockTimer, type ClockNeeds } from './clocks/clock-alarm.ts';
import { clockRoutes } from './clocks/clock-routes.ts';
import { clockTimer } from './clocks/store-clocks.ts';
import { serviceLevelTargetEntity } from './targets/target-entity.ts';
import { targetRoutes } from './targets/target-routes.ts';

/** Targets of response and resolution, business calendars, and the clocks of work units. */
export const createServiceLevelsArea = (needs: ClockNeeds): Area => ({
  name: 'service-levels',
  entities: [businessCalendarEntity, serviceLevelTargetEntity],
  tables: {
    business_calendars: ['BusinessCalendar'],
    service_level_targets: ['ServiceLevelTarget'],
    service_level_clocks: { exempt: 'part of another' },
  },
  routes: (app, services) => {
    calendarRoutes(app, services);
    targetRoutes(app, services);
    clockRoutes(app, services);
    attainmentRoutes(app, services);
  },
  timers: { [clockTimer]: fireClockTimer(needs) },
});
