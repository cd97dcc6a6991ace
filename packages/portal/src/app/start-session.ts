import { connectApi } from '../lib/api/api-client.ts';
import { notifyForbidden } from '../lib/notify.ts';
import { createSession, type Session } from '../lib/session/session.ts';

/** Starts the sign-in and connects the API client to it. */
export const startSession = (): Session => {
  const session = createSession();
  connectApi({
    accessToken: session.accessToken,
    onUnauthorized: () => void session.drop(),
    onForbidden: notifyForbidden,
  });
  void session.start();
  return session;
};
