import type { OidcClientConfiguration } from '@cfs/contracts/environment';
import { ErrorResponse, type User, type UserManager } from 'oidc-client-ts';
import { endAtProvider } from './end-at-provider.ts';
import { endAtServer } from './end-at-server.ts';
import { fetchOidcConfiguration } from './oidc-configuration.ts';
import { claimPage } from './page-person.ts';
import { renew, withoutRenewal } from './renewal.ts';
import { safeRequestUrl } from './request-url.ts';
import { isTooOld } from './sign-in-age.ts';
import { createUserManager, signInKeyPrefix } from './user-manager.ts';

/** `replaced`: another person has signed in, in another tab. This page is the first one's, and has to be left. */
export type SessionStatus = 'loading' | 'signed-in' | 'signed-out' | 'redirecting' | 'failed' | 'replaced';

/** The sign-in of this browser. One instance lives as long as the page. */
export interface Session {
  readonly status: () => SessionStatus;
  readonly subscribe: (listener: () => void) => () => void;
  /** Reads the configuration and the stored sign-in, completes a sign-in that comes back from the provider. */
  readonly start: () => Promise<void>;
  readonly signIn: (requestUrl: string) => Promise<void>;
  /**
   * Ends the sign-in: the server refuses its tokens, every tab forgets it, and the next sign-in asks for the password.
   * `everywhere`, the usual way, then leaves the page for the provider's own sign-out where there is one; `here` stays.
   */
  readonly signOut: (scope?: 'everywhere' | 'here') => Promise<void>;
  /** Removes a stored sign-in that the server refuses; whoever is still signed in at the provider need not type again. */
  drop(): Promise<void>;
  /** A token that is valid now, renewed first when it has run out; never settles once another person has signed in. */
  readonly accessToken: () => Promise<string | undefined>;
}

/** Marks the login page after a sign-in that came back unusable: refused, tampered with or too late. */
export const incompleteSignIn = 'incomplete';

const ageCheckInterval = 30_000;
const renewalRetryDelay = 5_000;
/** Set in every tab from a sign-out to the next sign-in. */
const freshSignInKey = 'cfs-portal.ask-password';

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
  /** No renewal is tried before this time. */
  let nextRenewal = 0;

  const become = (next: SessionStatus, nextUser: User | undefined): void => {
    if (status === 'replaced') return;
    const isAnother = nextUser !== undefined && !claimPage(nextUser.profile.sub);
    status = isAnother ? 'replaced' : next;
    user = isAnother ? undefined : nextUser;
    listeners.forEach((listener) => listener());
  };

  /** Takes over what another tab has stored, or removed. */
  const follow = async (): Promise<void> => {
    const stored = await manager?.getUser();
    if (stored) become('signed-in', stored);
    else if (user) become('signed-out', undefined);
  };

  /** Removes the stored sign-in, unless it is that of another person by now. */
  const forget = async (): Promise<void> => {
    const stored = await manager?.getUser();
    if (stored && !claimPage(stored.profile.sub)) return follow();
    await manager?.removeUser();
    become('signed-out', undefined);
  };

  const renewed = async (): Promise<void> => {
    if (!manager || Date.now() < nextRenewal) return;
    try {
      const next = await renew(manager);
      if (next) become('signed-in', next);
      else await forget();
    } catch (error) {
      // The provider said no; anything else may pass, and the token may still hold.
      if (error instanceof ErrorResponse) return forget();
      nextRenewal = Date.now() + renewalRetryDelay;
      setTimeout(() => void renewed(), renewalRetryDelay);
    }
  };

  const watch = (): void => {
    manager?.events.addAccessTokenExpiring(() => void renewed());
    window.addEventListener('storage', (event) => {
      const ours = event.key === null || event.key.startsWith(`${signInKeyPrefix}user:`);
      if (!ours || status === 'loading') return;
      void follow();
    });
    // A page that was put aside hears of nothing until it is shown again.
    window.addEventListener('pageshow', ({ persisted }) => {
      if (persisted && status !== 'loading') void follow();
    });
    setInterval(() => {
      if (user && isTooOld(user, configuration?.lifetime ?? 0)) void forget();
    }, ageCheckInterval);
  };

  const completeSignIn = async (from: UserManager): Promise<void> => {
    try {
      const arrived = await from.signinRedirectCallback();
      window.localStorage.removeItem(freshSignInKey);
      const state = arrived.state as { requestUrl?: unknown } | undefined;
      window.history.replaceState(null, '', safeRequestUrl(state?.requestUrl));
      become('signed-in', arrived);
    } catch {
      window.history.replaceState(null, '', `/user/login?${incompleteSignIn}=yes`);
      become('signed-out', undefined);
    }
  };

  const resume = async (from: UserManager): Promise<void> => {
    const stored = (await from.getUser()) ?? undefined;
    if (!stored) return become('signed-out', undefined);
    if (isTooOld(stored, configuration?.lifetime ?? 0)) return forget();
    user = stored;
    if (!stored.expired) return become('signed-in', stored);
    await renewed();
    if (status === 'loading') become('failed', undefined);
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
        return become('failed', undefined);
      }
      watch();
      return comesFromProvider() ? completeSignIn(manager) : resume(manager);
    },
    signIn: async (requestUrl) => {
      become('redirecting', undefined);
      const askAgain = window.localStorage.getItem(freshSignInKey) !== null;
      await manager
        ?.signinRedirect({ state: { requestUrl }, ...(askAgain ? { prompt: 'login' } : {}) })
        .catch(() => become('failed', undefined));
    },
    signOut: async (scope = 'everywhere') => {
      const ending = user;
      window.localStorage.setItem(freshSignInKey, 'yes');
      become('redirecting', undefined);
      if (ending && !ending.expired) await endAtServer(ending.access_token);
      await withoutRenewal(async () => manager?.removeUser());
      if (manager && ending && scope === 'everywhere') await endAtProvider(manager, ending.id_token);
      become('signed-out', undefined);
    },
    drop: async () => {
      // What was asked before a sign-out is refused during it.
      if (status !== 'redirecting') await forget();
    },
    accessToken: async () => {
      if (user?.expired) await renewed();
      return status === 'replaced' ? new Promise(() => undefined) : user?.access_token;
    },
  };
};
