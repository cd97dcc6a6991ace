import { ErrorResponse, ErrorTimeout, type User, type UserManager } from 'oidc-client-ts';
import { isSignInPossible } from './is-sign-in-possible.ts';

/**
 * An access token is renewed when less time than this is left, or less than half of its lifetime if that is shorter.
 */
const maxRenewalMarginSeconds = 60;

/** Runs `work` while holding the lock that renewal and sign-out share across tabs. */
export const withRenewalLock = <Result>(work: () => Promise<Result>): Promise<Result> =>
  navigator.locks.request('cfs-portal.renewal', work);

/** The last token that this page saw, and its lifetime. */
let latest: { readonly token: string; readonly end: number; readonly lifeSeconds: number } | undefined;

/**
 * The lifetime of an access token. For a token that arrives while the page is open, it is the time left at the first
 * call, by the browser's clock alone: the provider's clock may differ, and a renewal may return no ID token with a new
 * `iat`.
 */
export const tokenLifeSeconds = ({ access_token: token, expires_in: left = 0, expires_at: end = 0, profile }: User) => {
  if (latest?.token !== token || latest.end !== end)
    latest = { token, end, lifeSeconds: Math.max(0, latest ? left : end - profile.iat) };
  return latest.lifeSeconds;
};

/** Seconds until the access token is due for renewal; negative once it is overdue. */
export const secondsUntilDue = (user: User): number =>
  (user.expires_in ?? 0) - Math.min(maxRenewalMarginSeconds, tokenLifeSeconds(user) / 2);

/** Whether the access token is due for renewal. */
export const isDue = (user: User): boolean => secondsUntilDue(user) <= 0;

/** A provider responds in a hidden frame within this time, unless the provider or the browser forbids frames. */
const frameTimeoutSeconds = 5;

/**
 * The timeout of the second attempt. The first frame may have started without a connection, for example after the
 * computer was asleep, and then shows an error page.
 */
const nextFrameTimeoutSeconds = 10;

/** Whether a frame timed out. Requests to the provider that time out have another message. */
const isFrameTimeout = (error: unknown): boolean => error instanceof ErrorTimeout && error.message.startsWith('IFrame');

/** Errors of a provider that is temporarily unavailable (RFC 6749, section 4.1.2.1). */
const transientErrors: readonly (string | null)[] = ['server_error', 'temporarily_unavailable'];

/** Whether the provider rejected the refresh token. After any other error the token may still be valid. */
export const isRejection = (error: unknown): error is ErrorResponse =>
  error instanceof ErrorResponse && !transientErrors.includes(error.error);

/**
 * Signs in by the session of the provider in a hidden frame, without a refresh token. If both frames time out although
 * signing in is possible, the provider or the browser forbids frames: that counts as a rejection, because every later
 * frame would time out too.
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
 * Exchanges the refresh token. If the response to an earlier exchange was lost, with the network or with the page, the
 * token has already been used and the provider rejects it. The provider may still have a session of the person; signing
 * in by that session in a hidden frame needs no interaction.
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
 * refresh token is never used twice. If a renewal fails but another tab has signed in during it, that sign-in is used.
 * Resolves to `undefined` when nobody is signed in any more.
 */
export const renew = async (manager: UserManager): Promise<User | undefined> => {
  const user = await withRenewalLock(async () => {
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
