import type { User, UserManager } from 'oidc-client-ts';

/** An access token with less time than this left is renewed. */
const renewalMarginSeconds = 60;

/** Runs `work` under the lock across tabs that renewal and sign-out take. */
export const withoutRenewal = <Result>(work: () => Promise<Result>): Promise<Result> =>
  navigator.locks.request('cfs-portal.renewal', work);

/**
 * Renews the access token. Tabs queue for a lock, and a tab that finds the stored token renewed uses it: a rotated
 * refresh token is never used twice. Resolves to `undefined` when nobody is signed in any more.
 */
export const renew = async (manager: UserManager): Promise<User | undefined> => {
  const user = await withoutRenewal(async () => {
    const stored = await manager.getUser();
    if (!stored || (stored.expires_in ?? 0) > renewalMarginSeconds) return stored;
    return manager.signinSilent();
  });
  return user ?? undefined;
};
