import { connectApi } from '../lib/api/api-client.ts';
import { notifyForbidden } from '../lib/notify.ts';
import { loginAddress } from '../lib/session/request-url.ts';
import { createSession, type Session } from '../lib/session/session.ts';

/** Starts the sign-in and connects the API client to it. */
export const startSession = (): Session => {
  const session = createSession();
  connectApi({
    accessToken: session.accessToken,
    onUnauthorized: () => {
      const { pathname, search } = window.location;
      window.location.assign(loginAddress(pathname + search));
    },
    onForbidden: notifyForbidden,
  });
  void session.start();
  return session;
};
