import { ErrorResponse, ErrorTimeout, type User, type UserManager } from 'oidc-client-ts';
import { isSignInPossible } from './is-sign-in-possible.ts';

/** An access token with less time than this left is renewed, or with less than half of a shorter life. */
const maxRenewalMarginSeconds = 60;

/** Runs `work` under the lock across tabs that renewal and sign-out take. */
export const withoutRenewal = <Result>(work: () => Promise<Result>): Promise<Result> =>
  navigator.locks.request('cfs-portal.renewal', work);

/** The last token that this page saw, and its life. */
let latest: { readonly token: string; readonly end: number; readonly lifeSeconds: number } | undefined;

/**
 * The life of an access token. Of a token that arrives while the page is open it is the time left at the first call, by the
 * browser's clock alone: the provider's may differ, and a renewal need not bring an ID token with a new `iat`.
 */
export const tokenLifeSeconds = ({ access_token: token, expires_in: left = 0, expires_at: end = 0, profile }: User) => {
  if (latest?.token !== token || latest.end !== end)
    latest = { token, end, lifeSeconds: Math.max(0, latest ? left : end - profile.iat) };
  return latest.lifeSeconds;
};

/** Seconds until the access token is to be renewed; negative once it is. */
export const secondsUntilDue = (user: User): number =>
  (user.expires_in ?? 0) - Math.min(maxRenewalMarginSeconds, tokenLifeSeconds(user) / 2);

/** Whether the access token is to be renewed. */
export const isDue = (user: User): boolean => secondsUntilDue(user) <= 0;

/** Seconds within which a provider answers in a hidden frame, unless it or the browser forbids that. */
const frameTimeoutSeconds = 5;

/**
 * Within which it answers when asked again. The first frame may have begun without a connection, as after the sleep of a
 * computer, and shows an error page then.
 */
const nextFrameTimeoutSeconds = 10;

/** Whether a frame was not answered. Requests to the provider that time out have another message. */
const isFrameTimeout = (error: unknown): boolean => error instanceof ErrorTimeout && error.message.startsWith('IFrame');

/** Errors of a provider that cannot answer at present (RFC 6749, section 4.1.2.1). */
const transientErrors: readonly (string | null)[] = ['server_error', 'temporarily_unavailable'];

/** Whether the provider rejected the refresh token. After any other error the token may still be valid. */
export const isRejection = (error: unknown): error is ErrorResponse =>
  error instanceof ErrorResponse && !transientErrors.includes(error.error);

/**
 * Signs in by the session of the provider, without a refresh token. A frame that is not answered while signing in is possible
 * is one that the provider or the browser forbids: that counts as a rejection, since no later frame would be answered.
 */
const signInByFrame = async (manager: UserManager): Promise<User | null> => {
  for (const silentRequestTimeoutInSeconds of [frameTimeoutSeconds, nextFrameTimeoutSeconds])
    try {
      return await manager.signinSilent({ silentRequestTimeoutInSeconds });
    } catch (error) {
      if (!isFrameTimeout(error) || !(await isSignInPossible(manager))) throw error;
    }
  throw new ErrorResponse({ error: 'login_required' });
};

/**
 * Exchanges the refresh token. Where the answer of an earlier exchange was lost, with the network or with the page, the token is
 * used already and the provider rejects it. The provider still knows the person by a session of its own, and signs in
 * without a question.
 */
const exchange = async (manager: UserManager): Promise<User | null> => {
  try {
    return await manager.signinSilent();
  } catch (error) {
    if (!isRejection(error)) throw error;
    return manager
      .signinSilent({ forceIframeAuth: true, silentRequestTimeoutInSeconds: frameTimeoutSeconds })
      .catch(() => Promise.reject(error));
  }
};

/**
 * Renews the access token. Tabs queue for a lock, and a tab that finds the stored token renewed uses it: a rotated
 * refresh token is never used twice. A sign-in of another tab meanwhile outlasts a rejection. Resolves to `undefined` when
 * nobody is signed in any more.
 */
export const renew = async (manager: UserManager): Promise<User | undefined> => {
  const user = await withoutRenewal(async () => {
    const stored = await manager.getUser();
    if (!stored || !isDue(stored)) return stored;
    try {
      return await (stored.refresh_token ? exchange(manager) : signInByFrame(manager));
    } catch (error) {
      const latestStored = await manager.getUser();
      if (latestStored?.access_token === stored.access_token) throw error;
      return latestStored;
    }
  });
  return user ?? undefined;
};
