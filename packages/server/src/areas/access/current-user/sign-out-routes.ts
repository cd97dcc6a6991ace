import { credentialOf } from '../../../platform/access/credential.ts';
import type { App } from '../../../platform/http/app-instance.ts';
import type { Services } from '../../../platform/services.ts';

/** Ending a sign-in, which anybody may do with an access token of theirs, invited or not. */
export const signOutRoutes = (app: App, services: Services): void => {
  app.post(
    '/v1/currentUser/signOut',
    {
      // The token is looked at here: of one whose sign-in has ended, the end is confirmed again.
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
