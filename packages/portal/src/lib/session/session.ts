import type { OidcClientConfiguration } from '@cfs/contracts/environment';
import { ErrorResponse, type User, type UserManager } from 'oidc-client-ts';
import { ApiProblem, problemOf } from '../api/api-problem.ts';
import { endAtProvider } from './end-at-provider.ts';
import { endAtServer } from './end-at-server.ts';
import { isSignInPossible } from './is-sign-in-possible.ts';
import { fetchOidcConfiguration } from './oidc-configuration.ts';
import { claimPage } from './page-person.ts';
import { isDue, isRejection, renew, secondsUntilDue, tokenLifeSeconds, withRenewalLock } from './renewal.ts';
import { safeRequestUrl } from './request-url.ts';
import { revokeRefreshToken } from './revoke-refresh-token.ts';
import { isTooOld, storeMissingSignInTime, storeSignInTime } from './sign-in-age.ts';
import { createUserManager, signInKeyPrefix } from './user-manager.ts';

/** `replaced`: another person has signed in, in another tab. This page belongs to the first one and must be left. */
export type SessionStatus = 'loading' | 'signed-in' | 'signed-out' | 'redirecting' | 'failed' | 'replaced';

/** The session of this browser. One instance per page. */
export interface Session {
  readonly status: () => SessionStatus;
  readonly subscribe: (listener: () => void) => () => void;
  /** Loads the configuration and the stored sign-in, and completes a redirect back from the provider. */
  readonly start: () => Promise<void>;
  readonly signIn: (requestUrl: string) => Promise<void>;
  /** Whether the server and the provider respond, so that `signIn` leads to the provider. */
  readonly canSignIn: () => Promise<boolean>;
  /**
   * Ends the session: the server revokes its tokens, every tab is signed out, and the next sign-in asks for the password.
   * `everywhere` (the default) then redirects to the provider's sign-out, if it has one; `here` stays on the page.
   */
  readonly signOut: (scope?: 'everywhere' | 'here') => Promise<void>;
  /**
   * Removes a stored sign-in whose token the server rejects, unless a renewal is due or has replaced it. A session at the
   * provider is kept: signing in needs no password, unless `response` rejects a sign-in that was just completed. Resolves
   * to whether there is another token.
   */
  readonly drop: (rejected?: string, response?: Response) => Promise<boolean>;
  /** The server's reason for rejecting the sign-in that was just completed. */
  readonly refusal: () => string | undefined;
  /**
   * A valid access token, renewed if it has expired; never settles once another person has signed in.
   *
   * @throws ApiProblem of status 0 while it has expired and the provider cannot be reached.
   */
  readonly accessToken: () => Promise<string | undefined>;
}

/** The query parameter of the login page after a redirect that did not sign in: `yes`, or the provider's error code. */
export const incompleteSignIn = 'incomplete';
/** The reason when the provider signed in by an authentication that is older than the lifetime. */
export const outdatedSignIn = 'outdated';

const ageCheckIntervalMilliseconds = 30_000;
const renewalRetryMilliseconds = 5_000;
/** A sign-in that the server rejects within this time after its completion counts as never accepted. */
const newSignInMilliseconds = 60_000;
/**
 * Set in local storage by a sign-out, and when a sign-in is rejected or becomes too old. The next sign-in then asks for
 * the password.
 */
const passwordPromptKey = 'cfs-portal.ask-password';

const askForPassword = (): void => window.localStorage.setItem(passwordPromptKey, 'yes');

const showIncomplete = (reason: string, requestUrl: string): void =>
  window.history.replaceState(
    null,
    '',
    `/user/login?${new URLSearchParams({ [incompleteSignIn]: reason, requestUrl }).toString()}`,
  );

const comesFromProvider = (): boolean => {
  const query = new URLSearchParams(window.location.search);
  return /\/user\/login\/?$/i.test(window.location.pathname) && query.has('state');
};

export const createSession = (): Session => {
  const listeners = new Set<() => void>();
  let status: SessionStatus = 'loading';
  let configuration: OidcClientConfiguration | undefined;
  let manager: UserManager | undefined;
  let user: User | undefined;
  let completed: { readonly token: string; readonly at: number } | undefined;
  let refusal: string | undefined;
  /** Backoff of a failed renewal, in milliseconds since the epoch. */
  let nextRenewalAt = 0;

  const setStatus = (next: SessionStatus, nextUser: User | undefined): void => {
    if (status === 'replaced') return;
    const isAnother = nextUser !== undefined && !claimPage(nextUser.profile.sub);
    status = isAnother ? 'replaced' : next;
    user = isAnother ? undefined : nextUser;
    // The lifetime of a new token is measured when it arrives.
    if (user) tokenLifeSeconds(user);
    if (status === 'signed-in') refusal = undefined;
    listeners.forEach((listener) => listener());
  };

  const isOver = (signedIn: User): boolean => isTooOld(signedIn, configuration?.lifetime ?? 0);

  const isRedirecting = (): boolean => status === 'redirecting';

  /** Applies what another tab has stored or removed. */
  const readStoredSignIn = async (): Promise<void> => {
    const stored = await manager?.getUser();
    if (stored) setStatus('signed-in', stored);
    else if (user) setStatus('signed-out', undefined);
  };

  /** Removes the stored sign-in, unless it belongs to another person by now. */
  const discard = async (): Promise<void> => {
    const stored = await manager?.getUser();
    if (stored && !claimPage(stored.profile.sub)) return readStoredSignIn();
    await manager?.removeUser();
    setStatus('signed-out', undefined);
  };

  /**
   * The next sign-in asks for the password: a provider that ignores `max_age` would use the same authentication again.
   */
  const discardOutdated = (): Promise<void> => {
    askForPassword();
    return discard();
  };

  /** The next sign-in asks for the password: the provider would continue the session that the server has ended. */
  const keepRefusal = async (response: Response): Promise<void> => {
    askForPassword();
    refusal = (await problemOf(response.clone())).detail;
  };

  const renewIfDue = async (): Promise<void> => {
    if (!manager || Date.now() < nextRenewalAt) return;
    try {
      const next = await renew(manager);
      if (next) setStatus('signed-in', next);
      else await discard();
    } catch (error) {
      if (isRejection(error)) return discard();
      nextRenewalAt = Date.now() + renewalRetryMilliseconds;
      setTimeout(() => void renewIfDue(), renewalRetryMilliseconds);
    }
  };

  const watch = (): void => {
    // Raised a minute before the end of the token, and at once for a token of a minute or less.
    manager?.events.addAccessTokenExpiring(() => {
      setTimeout(() => void renewIfDue(), Math.max(0, user ? secondsUntilDue(user) : 0) * 1_000);
    });
    window.addEventListener('storage', (event) => {
      const isSignInKey = event.key === null || event.key.startsWith(`${signInKeyPrefix}user:`);
      if (!isSignInKey || status === 'loading') return;
      void readStoredSignIn();
    });
    // A page in the back/forward cache receives no storage events.
    window.addEventListener('pageshow', ({ persisted }) => {
      if (persisted && status !== 'loading') void readStoredSignIn();
    });
    setInterval(() => {
      if (user && isOver(user)) void discardOutdated();
    }, ageCheckIntervalMilliseconds);
  };

  const completeSignIn = async (from: UserManager): Promise<void> => {
    try {
      const signedInUser = await from.signinRedirectCallback();
      window.localStorage.removeItem(passwordPromptKey);
      storeSignInTime(signedInUser);
      const state = signedInUser.state as { requestUrl?: unknown } | undefined;
      const requestUrl = safeRequestUrl(state?.requestUrl);
      if (isOver(signedInUser)) {
        showIncomplete(outdatedSignIn, requestUrl);
        return await discardOutdated();
      }
      completed = { token: signedInUser.access_token, at: Date.now() };
      window.history.replaceState(null, '', requestUrl);
      setStatus('signed-in', signedInUser);
    } catch (error) {
      showIncomplete((error instanceof ErrorResponse && error.error) || 'yes', '/');
      setStatus('signed-out', undefined);
    }
  };

  const resume = async (from: UserManager): Promise<void> => {
    const stored = (await from.getUser()) ?? undefined;
    if (!stored) return setStatus('signed-out', undefined);
    storeMissingSignInTime(stored);
    if (isOver(stored)) return discardOutdated();
    user = stored;
    if (!stored.expired) return setStatus('signed-in', stored);
    await renewIfDue();
    if (status === 'loading') setStatus('failed', undefined);
  };

  return {
    status: () => status,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start: async () => {
      try {
        configuration = await fetchOidcConfiguration();
        manager = createUserManager(configuration);
      } catch {
        return setStatus('failed', undefined);
      }
      watch();
      return comesFromProvider() ? completeSignIn(manager) : resume(manager);
    },
    signIn: async (requestUrl) => {
      setStatus('redirecting', undefined);
      const askAgain = window.localStorage.getItem(passwordPromptKey) !== null;
      await manager
        ?.signinRedirect({ state: { requestUrl }, ...(askAgain ? { prompt: 'login' } : {}) })
        .catch(() => setStatus('failed', undefined));
    },
    canSignIn: async () => manager !== undefined && isSignInPossible(manager),
    signOut: async (scope = 'everywhere') => {
      const signedOut = user;
      askForPassword();
      setStatus('redirecting', undefined);
      if (signedOut && !signedOut.expired) await endAtServer(signedOut.access_token);
      await withRenewalLock(async () => {
        const stored = await manager?.getUser();
        if (manager && stored) await revokeRefreshToken(manager, stored);
        await manager?.removeUser();
      });
      if (manager && signedOut && scope === 'everywhere') await endAtProvider(manager, signedOut.id_token);
      setStatus('signed-out', undefined);
    },
    refusal: () => refusal,
    drop: async (rejected = user?.access_token, response?: Response) => {
      // Requests sent before a sign-out may be rejected during it.
      if (isRedirecting()) return false;
      // Waits for a renewal in flight, which signs in again if the provider has revoked the tokens of a reused one.
      await withRenewalLock(() => Promise.resolve());
      if (isRedirecting()) return false;
      const stored = await manager?.getUser();
      if (stored && stored.access_token !== rejected) await readStoredSignIn();
      // A 401 for a token that is due for renewal does not end the sign-in.
      else if (user && isDue(user)) await renewIfDue();
      else {
        const isNew = rejected === completed?.token && Date.now() - (completed?.at ?? 0) < newSignInMilliseconds;
        if (response && isNew) await keepRefusal(response);
        await discard();
      }
      return user !== undefined && user.access_token !== rejected;
    },
    accessToken: async () => {
      if (user?.expired) await renewIfDue();
      if (user?.expired)
        throw new ApiProblem(0, { detail: 'The sign-in cannot be renewed. Check the connection and try again.' });
      return status === 'replaced' ? new Promise(() => undefined) : user?.access_token;
    },
  };
};
