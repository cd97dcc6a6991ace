import { watcherSchema, watchersSchema } from '@cfs/contracts/work-unit-watchers';
import { z } from 'zod';
import type { App } from '../../../platform/http/app-instance.ts';
import type { Services } from '../../../platform/services.ts';
import { workUnitPathSchema } from '../work-unit-id.ts';
import { readWatchers, unwatchWorkUnit, watchWorkUnit } from './watch-work-unit.ts';

const watcherPathSchema = workUnitPathSchema.extend({ userId: z.guid().toLowerCase() });

/** Routes for listing, adding and removing watchers of a unit. */
export const watcherRoutes = (app: App, services: Services): void => {
  app.get(
    '/v1/workunits/:workUnitId/watchers',
    {
      config: {
        permission: 'WorkUnits:view',
        summary: 'Who watches a work unit',
        answers: { 200: watchersSchema },
      },
      schema: { params: workUnitPathSchema },
    },
    async ({ context, params }) => ({ value: await readWatchers(services, context, params.workUnitId) }),
  );

  app.put(
    '/v1/workunits/:workUnitId/watch',
    {
      config: { permission: 'WorkUnits:view', summary: 'Watch a work unit', answers: { 200: watcherSchema } },
      schema: { params: workUnitPathSchema },
    },
    ({ context, params }) => watchWorkUnit(services, context, params.workUnitId),
  );

  app.delete(
    '/v1/workunits/:workUnitId/watchers/:userId',
    {
      config: {
        // A person may remove themselves with view permission; `unwatchWorkUnit` requires edit for every other call.
        permission: ['WorkUnits:edit', 'WorkUnits:view'],
        summary: 'Remove a watcher from a work unit',
      },
      schema: { params: watcherPathSchema, response: { 204: z.null() } },
    },
    async ({ context, params }, reply) => {
      await unwatchWorkUnit(services, context, params.workUnitId, params.userId);
      return reply.code(204).send(null);
    },
  );
};
