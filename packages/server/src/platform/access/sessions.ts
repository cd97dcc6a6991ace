import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import { systemTenantId } from '../context.ts';
import type { AccessGate } from '../database/gate.ts';
import { subjectKey, type AccessSnapshots } from './access-snapshot.ts';
import type { AccessTokens, TokenClaims } from './access-token.ts';
import { hasEnded, issuedAt, sessionIdOf } from './has-ended.ts';
import type { IdentitySource } from './identity-source.ts';

/** Ended sign-ins of access tokens. */
export interface Sessions {
  /**
   * Ends the sign-in of an access token: all tokens with its `sid` or, without one, all tokens issued to its subject
   * until now. Every node refuses them within a second, this one immediately. Idempotent. Throws a 401 problem for an
   * invalid token.
   */
  end(credential: string): Promise<void>;
}

/** Minimum retention of an ended sign-in; longer if the token's lifetime is longer. */
const rememberedMilliseconds = 24 * 3_600_000;

type End = { readonly sessionId: string } | { readonly subject: string; readonly until: Date };

export const createSessions = (options: {
  readonly source: IdentitySource;
  readonly tokens: AccessTokens;
  readonly gate: AccessGate;
  readonly snapshots: AccessSnapshots;
  readonly clock: Clock;
  readonly log: Logger;
}): Sessions => {
  const { source, tokens, gate, snapshots, clock, log } = options;
  const { provider } = source;

  const isKnown = async (end: End): Promise<boolean> => {
    const snapshot = await snapshots.current();
    if ('sessionId' in end) return snapshot.endedSessions.has(subjectKey(provider, end.sessionId));
    const known = snapshot.endedSubjects.get(subjectKey(provider, end.subject));
    return known !== undefined && known >= end.until;
  };

  const remember = async (end: End, tokenExpires = 0): Promise<void> => {
    if (await isKnown(end)) return;
    const now = clock.now();
    const expires = new Date(Math.max(now.getTime() + rememberedMilliseconds, tokenExpires));
    const ended = 'until' in end ? end.until : now;
    const [sessionId, subject] = 'sessionId' in end ? [end.sessionId, null] : [null, end.subject];
    await gate.access(async (db) => {
      await sql`delete from cfs.ended_sessions where expires < ${now}`.execute(db);
      await sql`insert into cfs.ended_sessions as known
          (tenant_id, ended_session_id, provider, session_id, subject, ended, expires)
        values (${systemTenantId}, ${randomUUID()}, ${provider}, ${sessionId}, ${subject}, ${ended}, ${expires})
        on conflict (provider, ${sql.ref(subject === null ? 'session_id' : 'subject')}) do update
          set ended = greatest(known.ended, excluded.ended), expires = greatest(known.expires, excluded.expires)`.execute(
        db,
      );
    });
    await snapshots.refresh();
    log.info({ sessionId, subject }, 'a sign-in was ended');
  };

  source.sessions?.onEnd((sessionId) => remember({ sessionId }));

  return {
    async end(credential) {
      const claims = await tokens.verify(credential);
      const sessionId = sessionIdOf(claims);
      if (sessionId === undefined) {
        // A token that has ended before must not end what its owner began since.
        if (hasEnded(await snapshots.current(), provider, claims)) return;
        return remember(subjectEnd(claims, clock), claims.exp * 1_000);
      }
      await remember({ sessionId }, claims.exp * 1_000);
      await source.sessions?.end(sessionId);
    },
  };
};

/**
 * `iat` has a resolution of a second, by the provider's clock: the end covers the whole current second, and the token
 * itself if the provider's clock is ahead.
 */
const subjectEnd = (claims: TokenClaims, clock: Clock): End => ({
  subject: claims.sub,
  until: new Date(Math.max(Math.floor(clock.now().getTime() / 1_000) * 1_000, issuedAt(claims))),
});
