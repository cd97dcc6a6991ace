import { closeOldExperience, closeOldExperienceOfOthers } from '../areas/work-units/old-experience/old-experience.ts';
import { configureApi } from '../lib/api/api-client.ts';
import { removeDraftsOfOthers } from '../lib/forms/drafts.ts';
import { notify, notifyForbidden } from '../lib/notify.ts';
import { connectPreferences, flushPreferences } from '../lib/preferences/preferences.ts';
import { pagePerson } from '../lib/session/page-person.ts';
import { createSession, type Session } from '../lib/session/session.ts';

/** Removes data of other people from this browser once the session has started. */
const removeDataOfOthers = (session: Session): void => {
  const stop = session.subscribe(() => {
    const person = pagePerson();
    if (session.status() !== 'signed-in' || person === undefined) return;
    stop();
    removeDraftsOfOthers(person);
    void closeOldExperienceOfOthers();
  });
};

/** Starts the session, and connects the API client and the preferences to it. */
export const startSession = (): Session => {
  const session = createSession();
  configureApi({
    accessToken: session.accessToken,
    onUnauthorized: session.drop,
    onForbidden: notifyForbidden,
    onRateLimited: notify.warning,
  });
  connectPreferences(session);
  removeDataOfOthers(session);
  void session.start();
  return {
    ...session,
    signOut: async (scope) => {
      await Promise.all([flushPreferences(), closeOldExperience()]);
      await session.signOut(scope);
    },
  };
};
