import { Events, OAuth2Server } from 'oauth2-mock-server';

/** Somebody whom the provider knows. */
export interface ForeignPerson {
  readonly subject: string;
  readonly mail: string;
}

/**
 * How a provider differs from the product's own. `generous` gives refresh tokens, ends its sessions when asked, and has
 * its token endpoint at another origin. `sparse` does neither: it renews in a frame, and tells mails by userinfo alone.
 */
export type ProviderKind = 'generous' | 'sparse';

/** An OpenID Connect provider that is not the product's own, on loopback. */
export interface ForeignProvider extends AsyncDisposable {
  readonly authority: string;
  /** Has the provider sign this person in without a question from now on, as one that knows their browser. */
  recognize(person: ForeignPerson): void;
  /** The grants by which it has given tokens so far, in order. */
  readonly grants: readonly string[];
  /** Whether it was asked to end a session. */
  readonly hasEndedSession: () => boolean;
}

const accessTokenLifetime = 600;

type Claims = Record<string, unknown>;

/** Starts a provider; it tells of people what `kind` says, in tokens of its own form. */
export const startForeignProvider = async (kind: ProviderKind): Promise<ForeignProvider> => {
  const server = new OAuth2Server();
  await server.issuer.keys.generate('RS256');
  await server.start(0, '127.0.0.1');
  const authority = server.issuer.url ?? '';
  let present: ForeignPerson | undefined;
  let hasEndedSession = false;
  const grants: string[] = [];
  /** Who is behind a code, a refresh token or a subject. */
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
    // The ID token alone has an audience by now: the client.
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
