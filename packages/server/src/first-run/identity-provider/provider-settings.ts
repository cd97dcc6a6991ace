import { interactionPolicy, type Adapter, type Configuration, type KoaContextWithOIDC } from 'oidc-provider';
import { accessTokenSeconds, type TokenParties } from './access-token.ts';
import { demoAccounts, profileClaims } from './demo-accounts.ts';
import type { ProviderKeys } from './provider-keys.ts';
import { renderFailure, renderSignedOut, renderSignOut } from './provider-pages.ts';

interface Options extends TokenParties {
  /** The origins under which the portal may be opened. */
  portalOrigins: readonly string[];
  keys: ProviderKeys;
  adapter: (model: string) => Adapter;
  /** Returns the path of the sign-in page of an interaction. */
  signInPath: (uid: string) => string;
}

const scopes = ['openid', 'profile', 'email', 'offline_access'];

/** Access tokens are JWTs only if they are for a resource. The portal requests none, so this one is the default. */
const apiResource = 'urn:cfs-portal:api';
const apiScope = 'api';

const daySeconds = 86_400;

/** How long a sign-in may take, from the authorization request to the password. */
const unfinishedSeconds = 15 * 60;

/** One public client, the portal, which may only use the authorization code flow with PKCE and refresh tokens. */
export function providerSettings(options: Options): Configuration {
  const { keys, clientId, audience, portalOrigins } = options;
  const at = (...paths: string[]): string[] =>
    portalOrigins.flatMap((origin) => paths.map((path) => `${origin}${path}`));
  return {
    adapter: options.adapter,
    jwks: { keys: [keys.signing] },
    cookies: { keys: [keys.cookie] },
    clients: [
      {
        client_id: clientId,
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        id_token_signed_response_alg: 'ES256',
        redirect_uris: at('/user/login', '/signin-callback', '/silent-callback', '/silent-callback.html'),
        post_logout_redirect_uris: at('/user/login', '/'),
      },
    ],
    responseTypes: ['code'],
    scopes,
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'preferred_username'] },
    // The ID token contains the profile claims, so that the portal need not request them.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    clientBasedCORS: (_context, origin) => portalOrigins.includes(origin),
    features: {
      devInteractions: { enabled: false },
      revocation: { enabled: true },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: renderSignOut(portalOrigins),
        postLogoutSuccessSource: renderSignedOut,
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => apiResource,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope: apiScope,
          audience,
          accessTokenTTL: accessTokenSeconds,
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: 'ES256' } },
        }),
      },
    },
    findAccount: (_context, subject) => {
      const account = demoAccounts.find((each) => each.subject === subject);
      if (account === undefined) return undefined;
      return { accountId: subject, claims: () => ({ sub: subject, ...profileClaims(account) }) };
    },
    extraTokenClaims: (_context, token) => {
      const account = demoAccounts.find((each) => 'accountId' in token && each.subject === token.accountId);
      if (account === undefined) return undefined;
      return { ...profileClaims(account), ...('grantId' in token && { sid: token.grantId }) };
    },
    interactions: {
      policy: signInOnly(),
      url: (_context, { uid }) => options.signInPath(uid),
    },
    loadExistingGrant: findOrMakeGrant,
    issueRefreshToken: (_context, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: true,
    ttl: {
      AccessToken: accessTokenSeconds,
      AuthorizationCode: 60,
      IdToken: accessTokenSeconds,
      Interaction: unfinishedSeconds,
      RefreshToken: 14 * daySeconds,
      Session: (_context, session) => (session.accountId === undefined ? unfinishedSeconds : 14 * daySeconds),
      Grant: 14 * daySeconds,
    },
    renderError: renderFailure,
  };
}

/** Sign-in without a consent page, since the portal is a first-party client. */
function signInOnly(): interactionPolicy.DefaultPolicy {
  const policy = interactionPolicy.base();
  policy.remove('consent');
  return policy;
}

const findOrMakeGrant: NonNullable<Configuration['loadExistingGrant']> = async (context: KoaContextWithOIDC) => {
  const { provider, client, session } = context.oidc;
  if (client === undefined || session?.accountId === undefined) return undefined;
  const known = session.grantIdFor(client.clientId);
  const kept = known === undefined ? undefined : await provider.Grant.find(known);
  if (kept !== undefined) return kept;
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
  grant.addOIDCScope(scopes.join(' '));
  grant.addResourceScope(apiResource, apiScope);
  await grant.save();
  return grant;
};
