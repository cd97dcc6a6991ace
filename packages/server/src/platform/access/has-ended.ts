import type { TokenClaims } from './access-token.ts';
import { subjectKey, type AccessSnapshot } from './access-snapshot.ts';

/** The provider's session that a token belongs to; `undefined` where the provider does not say. */
export const sessionIdOf = (claims: TokenClaims): string | undefined =>
  typeof claims['sid'] === 'string' && claims['sid'] !== '' ? claims['sid'] : undefined;

/** Milliseconds since 1970 at which a token was issued, to the second; from the start of time when it does not say. */
export const issuedAt = ({ iat }: TokenClaims): number => (iat ?? 0) * 1_000;

/** Whether the sign-in that a token of the provider came from was ended. */
export const hasEnded = (snapshot: AccessSnapshot, provider: string, claims: TokenClaims): boolean => {
  const sessionId = sessionIdOf(claims);
  if (sessionId !== undefined && snapshot.endedSessions.has(subjectKey(provider, sessionId))) return true;
  const ended = snapshot.endedSubjects.get(subjectKey(provider, claims.sub));
  return ended !== undefined && issuedAt(claims) <= ended.getTime();
};
