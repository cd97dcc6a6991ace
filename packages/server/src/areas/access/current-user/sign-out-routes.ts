import { credentialOf } from '../../../platform/access/credential.ts';
import type { App } from '../../../platform/http/app-instance.ts';
import type { Services } from '../../../platform/services.ts';

/** The route that ends a sign-in. Anybody with an access token may call it, invited or not. */
export const signOutRoutes = (app: App, services: Services): void => {
  app.post(
    '/v1/currentUser/signOut',
    {
      // `sessions.end` verifies the token, so that a token whose sign-in has already ended gets 204 again.
      config: {
        permission: 'anonymous',
        summary: 'End the sign-in that the access token came from',
        unaudited: 'sign-in',
      },
    },
    async (request, reply) => {
      await services.sessions.end(credentialOf(request));
      return reply.code(204).send();
    },
  );
};
