import { Events, OAuth2Server } from 'oauth2-mock-server';

/** A person at the provider. */
export interface ForeignPerson {
  readonly subject: string;
  readonly mail: string;
}

/**
 * The variant of a provider. `generous` issues refresh tokens, supports RP-initiated logout, and has its token endpoint
 * at another origin. `sparse` does neither: tokens are renewed in a frame, and mail addresses are in userinfo only.
 * `scoped` is like `generous` but issues tokens like Entra ID: for the portal only if its scope is requested, with the
 * client id as audience and a special claim for verified mail addresses. Its userinfo endpoint rejects these tokens.
 */
export type ProviderKind = 'generous' | 'sparse' | 'scoped';

/** The scope of the portal's API at a `scoped` provider. */
export const ownScope = 'api://cfs-portal/use';

/** An OpenID Connect provider on loopback, other than the embedded one. */
export interface ForeignProvider extends AsyncDisposable {
  readonly authority: string;
  /** From now on signs this person in without a prompt, as with an existing session at the provider. */
  recognize(person: ForeignPerson): void;
  /** The grant types of all token requests so far. */
  readonly grants: readonly string[];
  /** Whether the end-session endpoint was called. */
  readonly hasEndedSession: () => boolean;
}

const accessTokenLifetime = 600;

type Claims = Record<string, unknown>;

/** Starts a provider of this variant. */
export const startForeignProvider = async (kind: ProviderKind): Promise<ForeignProvider> => {
  const server = new OAuth2Server();
  await server.issuer.keys.generate('RS256');
  await server.start(0, '127.0.0.1');
  const authority = server.issuer.url ?? '';
  let present: ForeignPerson | undefined;
  let hasEndedSession = false;
  const grants: string[] = [];
  /** The person of a code, a refresh token or a subject. */
  const people = new Map<string, ForeignPerson>();
  /** The scopes of a code or a refresh token. */
  const scopes = new Map<string, readonly string[]>();
  const isGenerous = kind !== 'sparse';

  const { service } = server;
  service.on(Events.BeforeWellKnownOpenIdConfiguration, ({ body }: { body: Claims }) => {
    if (isGenerous) body['token_endpoint'] = `${authority.replace('localhost', '127.0.0.1')}/token`;
    else delete body['end_session_endpoint'];
  });
  service.on(Events.BeforeAuthorizeRedirect, ({ url }: { url: URL }, request: { query: { scope?: string } }) => {
    const code = url.searchParams.get('code') ?? '';
    if (present) people.set(code, present);
    scopes.set(code, (request.query.scope ?? '').split(' '));
  });
  const grantOf = ({ body }: { body: Claims }): string => String(body['code'] ?? body['refresh_token']);
  const behind = (request: { body: Claims }): ForeignPerson | undefined => people.get(grantOf(request));
  service.on(Events.BeforeTokenSigning, ({ payload }: { payload: Claims }, request: { body: Claims }) => {
    const person = behind(request);
    if (!person) throw new Error('The provider knows nobody behind the grant.');
    people.set(person.subject, person);
    payload['sub'] = person.subject;
    payload['exp'] = Number(payload['iat']) + accessTokenLifetime;
    // At this point, only ID tokens have an audience: the client.
    if (payload['aud'] !== undefined) return;
    if (kind === 'scoped') {
      const isOwn = scopes.get(grantOf(request))?.includes(ownScope) === true;
      const own = { aud: 'cfs-portal', scp: 'use', email: person.mail, xms_edov: 1 };
      Object.assign(payload, isOwn ? own : { aud: `${authority}/userinfo`, scp: 'openid profile email' });
      return;
    }
    payload['aud'] = ['cfs-api', `${authority}/userinfo`];
    if (isGenerous) Object.assign(payload, { email: person.mail, email_verified: true });
  });
  service.on(Events.BeforeResponse, ({ body }: { body: Claims }, request: { body: Claims }) => {
    grants.push(String(request.body['grant_type']));
    body['expires_in'] = accessTokenLifetime;
    const person = behind(request);
    if (!isGenerous) delete body['refresh_token'];
    else if (person) {
      people.set(String(body['refresh_token']), person);
      scopes.set(String(body['refresh_token']), scopes.get(grantOf(request)) ?? []);
    }
  });
  service.on(
    Events.BeforeUserinfo,
    (answer: { body: Claims; statusCode: number }, request: { headers: { authorization?: string | undefined } }) => {
      if (kind === 'scoped') {
        answer.statusCode = 401;
        return;
      }
      const [, claims = ''] = (request.headers.authorization ?? '').split('.');
      const { sub } = JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')) as { sub: string };
      answer.body = { sub, email: people.get(sub)?.mail, email_verified: 'true' };
    },
  );
  service.on(Events.BeforePostLogoutRedirect, () => {
    hasEndedSession = true;
  });

  return {
    authority,
    grants,
    recognize: (person) => {
      present = person;
    },
    hasEndedSession: () => hasEndedSession,
    [Symbol.asyncDispose]: () => server.stop(),
  };
};
