import { closeOldExperience, closeOldExperienceOfOthers } from '../areas/work-units/old-experience/old-experience.ts';
import { connectApi } from '../lib/api/api-client.ts';
import { dropDraftsOfOthers } from '../lib/drafts.ts';
import { notify, notifyForbidden } from '../lib/notify.ts';
import { connectPreferences, sendPreferences } from '../lib/preferences.ts';
import { pagePerson } from '../lib/session/page-person.ts';
import { createSession, type Session } from '../lib/session/session.ts';

/** Removes what another person has left in this browser, as soon as it is known whose page this is. */
const forgetOthers = (session: Session): void => {
  const stop = session.subscribe(() => {
    const person = pagePerson();
    if (session.status() !== 'signed-in' || person === undefined) return;
    stop();
    dropDraftsOfOthers(person);
    void closeOldExperienceOfOthers();
  });
};

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
  forgetOthers(session);
  void session.start();
  return {
    ...session,
    signOut: async (scope) => {
      await Promise.all([sendPreferences(), closeOldExperience()]);
      await session.signOut(scope);
    },
  };
};
