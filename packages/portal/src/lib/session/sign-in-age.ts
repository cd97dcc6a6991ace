import type { User } from 'oidc-client-ts';

/** The time of the last authentication, in seconds since the epoch. */
const signedInAt = (user: User): number => user.profile.auth_time ?? user.profile.iat;

/** Whether the authentication is older than the configured lifetime; 0 means unlimited. */
export const isTooOld = (user: User, lifetimeSeconds: number, now: Date = new Date()): boolean =>
  lifetimeSeconds > 0 && now.getTime() / 1_000 - signedInAt(user) > lifetimeSeconds;
