import { closeOldExperience } from '../areas/work-units/old-experience.ts';
import { connectApi } from '../lib/api/api-client.ts';
import { notify, notifyForbidden } from '../lib/notify.ts';
import { connectPreferences, sendPreferences } from '../lib/preferences.ts';
import { createSession, type Session } from '../lib/session/session.ts';

/** Starts the sign-in and connects what depends on it: the API client, and the choices that come with a person. */
export const startSession = (): Session => {
  const session = createSession();
  connectApi({
    accessToken: session.accessToken,
    onUnauthorized: () => void session.drop(),
    onForbidden: notifyForbidden,
    onTooMany: notify.warning,
  });
  connectPreferences(session);
  void session.start();
  return {
    ...session,
    signOut: async (scope) => {
      await Promise.all([sendPreferences(), closeOldExperience()]);
      await session.signOut(scope);
    },
  };
};
