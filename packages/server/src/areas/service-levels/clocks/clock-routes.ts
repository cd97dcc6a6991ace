import { serviceLevelClocksAnswer } from '@cfs/contracts/service-levels';
import { z } from 'zod';
import type { App } from '../../../platform/http/app-instance.ts';
import type { Services } from '../../../platform/services.ts';
import { readClocks } from './read-clocks.ts';

const params = z.object({
  workUnitId: z
    .string()
    .regex(/^\d{1,15}$/, 'Must be the number of a work unit.')
    .transform(Number),
});

/** The clocks of a work unit. */
export const clockRoutes = (app: App, services: Services): void => {
  app.get(
    '/v1/workunits/:workUnitId/serviceLevels',
    {
      config: { permission: 'WorkUnits:view', summary: 'The service level clocks of a work unit' },
      schema: { params, response: { 200: serviceLevelClocksAnswer } },
    },
    async ({ context, params: { workUnitId } }) => ({ value: await readClocks(services, context, workUnitId) }),
  );
};
