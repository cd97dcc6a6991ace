import { firstHourSchema } from '@cfs/contracts/first-hour';
import { homeQuerySchema, homeSchema } from '@cfs/contracts/home';
import { withLaggingReads } from '../../platform/database/lagging-reads.ts';
import type { App } from '../../platform/http/app-instance.ts';
import type { Services } from '../../platform/services.ts';
import { createHomeCache } from './home-cache.ts';
import { readFirstHour } from './read-first-hour.ts';
import { homePermissions, readHome } from './read-home.ts';

/** Registers the calls of Home: its figures, and the steps of the first hour. */
export const homeRoutes = (app: App, services: Services): void => {
  const home = createHomeCache(homePermissions, (context, timeZone) =>
    readHome(withLaggingReads(services), context, timeZone),
  );
  app.get(
    '/v1/home',
    {
      config: {
        permission: 'Home:view',
        summary: 'Figures of everything that the caller may see, at most eight seconds old',
        answers: { 200: homeSchema },
      },
      schema: { querystring: homeQuerySchema },
    },
    ({ context, query }) => home(context, query.timeZone),
  );
  app.get(
    '/v1/home/firstHour',
    {
      config: {
        permission: 'Home:view',
        summary: 'Steps to a first device and a first rule that the caller may take, and which are done',
        answers: { 200: firstHourSchema },
      },
    },
    ({ context }) => readFirstHour(services, context),
  );
};
