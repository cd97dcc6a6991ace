import { accessRequestAnswerSchema, accessRequestMessages, accessRequestSchema } from '@cfs/contracts/access-requests';
import { accessRequestFeature } from '@cfs/contracts/features';
import type { App } from '../../platform/http/app-instance.ts';
import { notFound } from '../../platform/problems.ts';
import type { Services } from '../../platform/services.ts';
import { createAccessRequest } from './create-access-request.ts';

/** Limit of the body in bytes: enough for every field at its maximum length, escaped. */
const bodyLimitBytes = 32_768;

/** The route for access requests of the login page. It responds with 404 while its feature is off. */
export const accessRequestsRoutes = (app: App, services: Services): void => {
  app.post(
    '/v1/accessrequest',
    {
      bodyLimit: bodyLimitBytes,
      config: {
        permission: 'anonymous',
        summary: 'Request an account or the reset of a password, if the feature is on',
      },
      schema: { body: accessRequestSchema, response: { 200: accessRequestAnswerSchema } },
      // Runs before the body is read, so that a disabled feature reveals nothing about its fields.
      onRequest: (_request, _reply, done) => {
        const isEnabled = services.configuration.features.has(accessRequestFeature);
        done(isEnabled ? undefined : notFound('AccessRequest'));
      },
    },
    async ({ body, ip, id, span }) => {
      await createAccessRequest(services, body, { address: ip, traceId: id, span });
      return { message: accessRequestMessages.created };
    },
  );
};
