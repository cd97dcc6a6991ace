import type { User, UserManager } from 'oidc-client-ts';

/** Seconds before its end at which an access token is renewed. */
const margin = 60;

/** Runs the work while no tab renews, and none signs out. */
export const withoutRenewal = <Result>(work: () => Promise<Result>): Promise<Result> =>
  navigator.locks.request('cfs-portal.renewal', work);

/**
 * Renews the access token. Tabs queue for a lock, and a tab that finds the stored token already fresh takes it, so a
 * rotated refresh token is never used twice. Answers `undefined` when nobody is signed in any more.
 */
export const renew = async (manager: UserManager): Promise<User | undefined> => {
  const user = await withoutRenewal(async () => {
    const stored = await manager.getUser();
    if (!stored || (stored.expires_in ?? 0) > margin) return stored;
    return manager.signinSilent();
  });
  return user ?? undefined;
};
