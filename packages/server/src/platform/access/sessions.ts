import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import { systemTenantId } from '../context.ts';
import type { AccessGate } from '../database/gate.ts';
import { subjectKey, type AccessSnapshots } from './access-snapshot.ts';
import type { AccessTokens, TokenClaims } from './access-token.ts';
import { authenticatedAt, hasEnded, hasSessionEnded, issuedAt, sessionIdOf } from './has-ended.ts';
import type { IdentitySource } from './identity-source.ts';
import { clockToleranceSeconds } from './provider-clock.ts';

/** Ended sign-ins of access tokens. */
export interface Sessions {
  /**
   * Ends the sign-in of an access token: all tokens with its `sid` until the person authenticates again or, without one,
   * all tokens issued to its subject until now. Every node refuses them within a second, this one immediately. Idempotent.
   * Throws a 401 problem for an invalid token.
   */
  end(credential: string): Promise<void>;
  /** Ends all tokens that were issued to an account until now, by a clock of its provider that is within the tolerance. */
  endAccount(account: Account): Promise<void>;
}

/** A person's account at an identity provider. */
export interface Account {
  readonly provider: string;
  readonly subject: string;
}

/** Minimum retention of an ended sign-in; longer if the token's lifetime is longer. */
const rememberedMilliseconds = 24 * 3_600_000;

type End = { readonly provider: string; readonly until: Date } & (
  | { readonly sessionId: string }
  | { readonly subject: string }
);

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
    const { endedSessions, endedSubjects } = await snapshots.current();
    const known =
      'sessionId' in end
        ? endedSessions.get(subjectKey(end.provider, end.sessionId))
        : endedSubjects.get(subjectKey(end.provider, end.subject));
    return known !== undefined && known >= end.until;
  };

  const remember = async (end: End, tokenExpires = 0): Promise<void> => {
    if (await isKnown(end)) return;
    const now = clock.now();
    const expires = new Date(Math.max(now.getTime() + rememberedMilliseconds, tokenExpires));
    const [sessionId, subject] = 'sessionId' in end ? [end.sessionId, null] : [null, end.subject];
    await gate.access(async (db) => {
      await sql`delete from cfs.ended_sessions where expires < ${now}`.execute(db);
      await sql`insert into cfs.ended_sessions as known
          (tenant_id, ended_session_id, provider, session_id, subject, ended, expires)
        values (${systemTenantId}, ${randomUUID()}, ${end.provider}, ${sessionId}, ${subject}, ${end.until}, ${expires})
        on conflict (provider, ${sql.ref(subject === null ? 'session_id' : 'subject')}) do update
          set ended = greatest(known.ended, excluded.ended), expires = greatest(known.expires, excluded.expires)`.execute(
        db,
      );
    });
    await snapshots.refresh();
    log.info({ sessionId, subject }, 'a sign-in was ended');
  };

  source.sessions?.onEnd(async (sessionId) => {
    const { endedSessions } = await snapshots.current();
    if (endedSessions.has(subjectKey(provider, sessionId))) return;
    await remember({ provider, sessionId, until: wholeSecond(tokens.providerTime()) });
  });

  return {
    async end(credential) {
      const claims = await tokens.verify(credential);
      const sessionId = sessionIdOf(claims);
      const snapshot = await snapshots.current();
      const until = endOf(claims, tokens.providerTime());
      // A token that has already ended must not end a sign-in that its owner began since.
      if (sessionId === undefined) {
        if (!hasEnded(snapshot, provider, claims))
          await remember({ provider, subject: claims.sub, until }, claims.exp * 1_000);
        return;
      }
      if (!hasSessionEnded(snapshot, provider, claims))
        await remember({ provider, sessionId, until }, claims.exp * 1_000);
      await source.sessions?.end(sessionId);
    },
    endAccount: (account) =>
      remember({ ...account, until: new Date(clock.now().getTime() + clockToleranceSeconds * 1_000) }),
  };
};

const wholeSecond = (time: Date): Date => new Date(Math.floor(time.getTime() / 1_000) * 1_000);

/**
 * `iat` and `auth_time` have a resolution of a second, by the provider's clock: the end covers the whole current second,
 * and always the token itself.
 */
const endOf = (claims: TokenClaims, providerTime: Date): Date =>
  new Date(Math.max(wholeSecond(providerTime).getTime(), issuedAt(claims), authenticatedAt(claims)));
