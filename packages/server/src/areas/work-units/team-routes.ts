import { calendarQuerySchema, changeCalendarSchema } from '@cfs/contracts/change-calendar';
import { batchLimit, patchedUnitsSchema } from '@cfs/contracts/work-unit-batch';
import { presenceSchema, presentSchema } from '@cfs/contracts/work-unit-presence';
import { z } from 'zod';
import type { App } from '../../platform/http/app-instance.ts';
import { patchSchema } from '../../platform/patch.ts';
import type { Services } from '../../platform/services.ts';
import { readChangeCalendar } from './change-calendar.ts';
import { patchWorkUnits } from './patch-work-units.ts';
import { showPresence } from './presence.ts';
import { workUnitPathSchema } from './work-unit-id.ts';

const batchSchema = z
  .array(z.strictObject({ workUnitId: z.int().positive(), operations: patchSchema }))
  .min(1, 'Please choose at least one work unit.')
  .max(batchLimit, `At most ${batchLimit} work units are changed at once.`);

/** What people need who work together: who has a unit open, what is planned, and many patches in one call. */
export const registerTeamRoutes = (app: App, services: Services): void => {
  app.post(
    '/v1/workunits/:workUnitId/presence',
    {
      config: {
        permission: 'WorkUnits:view',
        summary: 'Say that a work unit is open, and learn who else has it open',
        answers: { 200: presentSchema },
      },
      schema: { params: workUnitPathSchema, body: presenceSchema },
    },
    ({ context, params: { workUnitId }, body }) => showPresence(services, context, workUnitId, body),
  );

  app.get(
    '/v1/workunits/calendar',
    {
      config: {
        permission: 'WorkUnits:view',
        summary: 'Planned changes within a span, and where they clash',
        answers: { 200: changeCalendarSchema },
      },
      schema: { querystring: calendarQuerySchema },
    },
    ({ context, query }) => readChangeCalendar(services, context, query),
  );

  app.post(
    '/v1/workunits/batchpatch',
    {
      config: {
        permission: 'WorkUnits:edit',
        summary: 'Patch several work units, each by itself',
        answers: { 200: patchedUnitsSchema },
      },
      schema: { body: batchSchema },
    },
    async ({ context, body }) => ({ value: await patchWorkUnits(services, context, body) }),
  );
};
