import type { TokenClaims } from './access-token.ts';
import { subjectKey, type AccessSnapshot } from './access-snapshot.ts';

/** The token's `sid` claim; `undefined` if the provider sends none. */
export const sessionIdOf = (claims: TokenClaims): string | undefined =>
  typeof claims['sid'] === 'string' && claims['sid'] !== '' ? claims['sid'] : undefined;

/** The newest time that a JavaScript date, PostgreSQL and JSON agree on, in seconds since 1970. */
const latestTime = Date.UTC(9999, 11, 31) / 1_000;

/** The token's `iat` in milliseconds since 1970; 0 without one. */
export const issuedAt = ({ iat }: TokenClaims): number => Math.min(iat ?? 0, latestTime) * 1_000;

/** When the person last authenticated, by the token's `auth_time` in milliseconds since 1970; 0 without one. */
export const authenticatedAt = ({ auth_time: seconds }: TokenClaims): number =>
  typeof seconds === 'number' ? Math.min(seconds, latestTime) * 1_000 : 0;

/** Whether the token's session was ended, and the person has not authenticated since. */
export const hasSessionEnded = (snapshot: AccessSnapshot, provider: string, claims: TokenClaims): boolean => {
  const sessionId = sessionIdOf(claims);
  const ended = sessionId === undefined ? undefined : snapshot.endedSessions.get(subjectKey(provider, sessionId));
  return ended !== undefined && authenticatedAt(claims) <= ended.getTime();
};

/** Whether the token's sign-in was ended. */
export const hasEnded = (snapshot: AccessSnapshot, provider: string, claims: TokenClaims): boolean => {
  if (hasSessionEnded(snapshot, provider, claims)) return true;
  const ended = snapshot.endedSubjects.get(subjectKey(provider, claims.sub));
  return ended !== undefined && issuedAt(claims) <= ended.getTime();
};
