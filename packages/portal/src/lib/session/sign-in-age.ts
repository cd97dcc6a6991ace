import type { User } from 'oidc-client-ts';

/** When the person last proved who they are, in seconds since the epoch. */
const signedInAt = (user: User): number => user.profile.auth_time ?? user.profile.iat;

/** Whether a sign-in is older than the configured lifetime (seconds; 0 means no bound). */
export const isTooOld = (user: User, lifetime: number, now: Date = new Date()): boolean =>
  lifetime > 0 && now.getTime() / 1_000 - signedInAt(user) > lifetime;
