import type { TokenClaims } from './access-token.ts';
import { subjectKey, type AccessSnapshot } from './access-snapshot.ts';

/** The token's `sid` claim; `undefined` if the provider sends none. */
export const sessionIdOf = (claims: TokenClaims): string | undefined =>
  typeof claims['sid'] === 'string' && claims['sid'] !== '' ? claims['sid'] : undefined;

/** The token's `iat` in milliseconds since 1970; 0 without one. */
export const issuedAt = ({ iat }: TokenClaims): number => (iat ?? 0) * 1_000;

/** Whether the token's sign-in was ended. */
export const hasEnded = (snapshot: AccessSnapshot, provider: string, claims: TokenClaims): boolean => {
  const sessionId = sessionIdOf(claims);
  if (sessionId !== undefined && snapshot.endedSessions.has(subjectKey(provider, sessionId))) return true;
  const ended = snapshot.endedSubjects.get(subjectKey(provider, claims.sub));
  return ended !== undefined && issuedAt(claims) <= ended.getTime();
};
