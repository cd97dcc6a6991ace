import { resolutionCenterRequestSchema } from '@cfs/contracts/resolution-center';
import type { App } from '../../platform/http/app-instance.ts';
import { listRoute } from '../../platform/odata/list-route.ts';
import type { Services } from '../../platform/services.ts';
import { createRequest } from './create-request.ts';
import { makeRequests } from './make-requests.ts';
import { resolutionCenterEntity } from './resolution-center-entity.ts';

/** The self-service of end users: their list and their new requests. */
export const registerResolutionCenterRoutes = (app: App, services: Services): void => {
  listRoute(app, services, resolutionCenterEntity);

  app.put(
    '/v1/rc/workunits',
    {
      config: {
        permission: makeRequests,
        summary: 'Make a request to the Resolution Center',
        answers: { 201: resolutionCenterEntity },
      },
      schema: { body: resolutionCenterRequestSchema },
    },
    async ({ context, body }, reply) => reply.code(201).send(await createRequest(services, context, body)),
  );
};
