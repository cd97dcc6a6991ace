import type { User } from 'oidc-client-ts';

/** In local storage: when the person last signed in by the provider's page, in seconds since the epoch. */
const signedInAtKey = 'cfs-portal.signed-in-at';

/** Stores when the person signed in: ID tokens of later renewals may lack `auth_time`, and their `iat` is new. */
export const storeSignInTime = ({ profile }: User): void =>
  window.localStorage.setItem(signedInAtKey, String(profile.auth_time ?? profile.iat));

/** Stores the time of a sign-in that an earlier version of the portal stored without it, before a renewal changes `iat`. */
export const storeMissingSignInTime = (user: User): void => {
  if (window.localStorage.getItem(signedInAtKey) === null) storeSignInTime(user);
};

/** The time of the last authentication, in seconds since the epoch. */
const signedInAt = ({ profile }: User): number =>
  profile.auth_time ?? Number(window.localStorage.getItem(signedInAtKey) ?? profile.iat);

/** Whether the authentication is older than the configured lifetime; 0 means unlimited. */
export const isTooOld = (user: User, lifetimeSeconds: number, now: Date = new Date()): boolean =>
  lifetimeSeconds > 0 && now.getTime() / 1_000 - signedInAt(user) > lifetimeSeconds;
