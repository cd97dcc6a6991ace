import { manualActionsSchema, triggeredSchema, triggerSchema } from '@cfs/contracts/manual-actions';
import { z } from 'zod';
import type { App } from '../../../platform/http/app-instance.ts';
import type { Services } from '../../../platform/services.ts';
import { workUnitPathSchema } from '../work-unit-id.ts';
import { readManualActions } from './read-manual-actions.ts';
import { triggerAction } from './trigger-action.ts';

const actionPath = workUnitPathSchema.extend({ protocolActionId: z.guid().toLowerCase() });

/** Routes of the manual actions of a unit: their status, running and rejecting them. */
export const manualActionRoutes = (app: App, services: Services): void => {
  app.get(
    '/v1/workunits/:workUnitId/manualActions',
    {
      config: {
        permission: 'WorkUnits:view',
        summary: 'Manual actions of a work unit in its present state',
        answers: { 200: manualActionsSchema },
      },
      schema: { params: workUnitPathSchema },
    },
    ({ context, params: { workUnitId } }) => readManualActions(services, context, workUnitId),
  );

  app.post(
    '/v1/workunits/:workUnitId/protocolActions/:protocolActionId/trigger',
    {
      config: {
        permission: 'WorkUnits:edit',
        summary: 'Run, repeat or reject a manual action',
        answers: { 200: triggeredSchema },
      },
      schema: { params: actionPath, body: triggerSchema },
    },
    ({ context, params, body }) => triggerAction(services, context, params, body),
  );
};
