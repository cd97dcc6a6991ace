import { batchLimit, patchedUnitsSchema } from '@cfs/contracts/work-unit-batch';
import { presenceSchema, presentSchema } from '@cfs/contracts/work-unit-presence';
import { z } from 'zod';
import type { App } from '../../../platform/http/app-instance.ts';
import { patchSchema } from '../../../platform/patch.ts';
import type { Services } from '../../../platform/services.ts';
import { patchWorkUnits } from '../changes/patch-work-units.ts';
import { showPresence } from './show-presence.ts';
import { workUnitPathSchema } from '../work-unit-id.ts';

const batchSchema = z
  .array(z.strictObject({ workUnitId: z.int().positive(), operations: patchSchema }))
  .min(1, 'Please choose at least one work unit.')
  .max(batchLimit, `At most ${batchLimit} work units can be changed at once.`);

/** Routes for teamwork: presence at a unit, and patches of several units in one call. */
export const teamRoutes = (app: App, services: Services): void => {
  app.post(
    '/v1/workunits/:workUnitId/presence',
    {
      config: {
        unaudited: 'presence',
        permission: 'WorkUnits:view',
        summary: 'Report that a work unit is open, and read who else has it open',
        answers: { 200: presentSchema },
      },
      schema: { params: workUnitPathSchema, body: presenceSchema },
    },
    ({ context, params: { workUnitId }, body }) => showPresence(services, context, workUnitId, body),
  );

  app.post(
    '/v1/workunits/batchpatch',
    {
      config: {
        permission: 'WorkUnits:edit',
        summary: 'Patch several work units, each independently',
        answers: { 200: patchedUnitsSchema },
      },
      schema: { body: batchSchema },
    },
    async ({ context, body }) => ({ value: await patchWorkUnits(services, context, body) }),
  );
};
