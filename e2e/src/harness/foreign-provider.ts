import { Events, OAuth2Server } from 'oauth2-mock-server';

/** A person at the provider. */
export interface ForeignPerson {
  readonly subject: string;
  readonly mail: string;
}

/**
 * The variant of a provider. `generous` issues refresh tokens, supports RP-initiated logout, and has its token endpoint
 * at another origin. `sparse` does neither: tokens are renewed in a frame, and mail addresses are in userinfo only.
 */
export type ProviderKind = 'generous' | 'sparse';

/** An OpenID Connect provider on loopback, other than the embedded one. */
export interface ForeignProvider extends AsyncDisposable {
  readonly authority: string;
  /** Signs this person in without a prompt from now on, as with an existing session at the provider. */
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
  const isGenerous = kind === 'generous';

  const { service } = server;
  service.on(Events.BeforeWellKnownOpenIdConfiguration, ({ body }: { body: Claims }) => {
    if (isGenerous) body['token_endpoint'] = `${authority.replace('localhost', '127.0.0.1')}/token`;
    else delete body['end_session_endpoint'];
  });
  service.on(Events.BeforeAuthorizeRedirect, ({ url }: { url: URL }) => {
    if (present) people.set(url.searchParams.get('code') ?? '', present);
  });
  const behind = ({ body }: { body: Claims }): ForeignPerson | undefined =>
    people.get(String(body['code'] ?? body['refresh_token']));
  service.on(Events.BeforeTokenSigning, ({ payload }: { payload: Claims }, request: { body: Claims }) => {
    const person = behind(request);
    if (!person) throw new Error('The provider knows nobody behind the grant.');
    people.set(person.subject, person);
    payload['sub'] = person.subject;
    payload['exp'] = Number(payload['iat']) + accessTokenLifetime;
    // Only the ID token has the client as its audience so far.
    if (payload['aud'] !== undefined) return;
    payload['aud'] = ['cfs-api', `${authority}/userinfo`];
    if (isGenerous) Object.assign(payload, { email: person.mail, email_verified: true });
  });
  service.on(Events.BeforeResponse, ({ body }: { body: Claims }, request: { body: Claims }) => {
    grants.push(String(request.body['grant_type']));
    body['expires_in'] = accessTokenLifetime;
    const person = behind(request);
    if (!isGenerous) delete body['refresh_token'];
    else if (person) people.set(String(body['refresh_token']), person);
  });
  service.on(
    Events.BeforeUserinfo,
    (answer: { body: Claims }, request: { headers: { authorization?: string | undefined } }) => {
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
