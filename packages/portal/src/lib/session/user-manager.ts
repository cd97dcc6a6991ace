import { UserManager, WebStorageStateStore, type UserManagerSettings } from 'oidc-client-ts';
import type { OidcClientConfiguration } from '@cfs/contracts/environment';

/** The prefix of all keys of the session in local storage. */
export const signInKeyPrefix = 'cfs-portal.sign-in.';

/** Claims of ID tokens that are not stored. `auth_time` is: it bounds the age of a sign-in. */
const unusedClaims = ['nbf', 'jti', 'nonce', 'acr', 'amr', 'azp', 'at_hash'];

/** Authorization code flow with PKCE. Automatic renewal is off: renewal.ts renews in one tab at a time. */
export const createUserManager = ({ authority, clientId, lifetime, scope }: OidcClientConfiguration): UserManager => {
  const { origin } = window.location;
  const settings: UserManagerSettings = {
    authority,
    client_id: clientId,
    redirect_uri: `${origin}/user/login`,
    silent_redirect_uri: `${origin}/silent-callback.html`,
    post_logout_redirect_uri: `${origin}/user/login`,
    scope,
    automaticSilentRenew: false,
    filterProtocolClaims: unusedClaims,
    requestTimeoutInSeconds: 20,
    userStore: new WebStorageStateStore({ store: window.localStorage, prefix: signInKeyPrefix }),
    stateStore: new WebStorageStateStore({ store: window.sessionStorage, prefix: signInKeyPrefix }),
  };
  if (lifetime > 0) settings.max_age = lifetime;
  return new UserManager(settings);
};
