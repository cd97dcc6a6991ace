import { shippedViewCountsSchema } from '@cfs/contracts/shipped-view-counts';
import type { App } from '../../../platform/http/app-instance.ts';
import type { Services } from '../../../platform/services.ts';
import { readShippedViewCounts } from './read-shipped-view-counts.ts';

/** The route for the counts of the shipped views. */
export const deskRoutes = (app: App, services: Services): void => {
  app.get(
    '/v1/workunits/shippedViews',
    {
      config: {
        permission: 'WorkUnits:view',
        summary: 'How many work units each shipped view has',
        answers: { 200: shippedViewCountsSchema },
      },
    },
    async ({ context }) => ({ value: await readShippedViewCounts(services, context) }),
  );
};
