import { UserManager, WebStorageStateStore, type UserManagerSettings } from 'oidc-client-ts';
import type { OidcClientConfiguration } from '@cfs/contracts/environment';

/** Everything that the sign-in keeps in local storage starts with this. */
export const signInKeyPrefix = 'cfs-portal.sign-in.';

/** Authorization code with PKCE; renewal is ours (see renewal.ts), so that one tab renews at a time. */
export const createUserManager = ({ authority, clientId, lifetime }: OidcClientConfiguration): UserManager => {
  const { origin } = window.location;
  const settings: UserManagerSettings = {
    authority,
    client_id: clientId,
    redirect_uri: `${origin}/user/login`,
    silent_redirect_uri: `${origin}/silent-callback.html`,
    post_logout_redirect_uri: `${origin}/user/login`,
    scope: 'openid profile email offline_access',
    automaticSilentRenew: false,
    requestTimeoutInSeconds: 20,
    userStore: new WebStorageStateStore({ store: window.localStorage, prefix: signInKeyPrefix }),
    stateStore: new WebStorageStateStore({ store: window.sessionStorage, prefix: signInKeyPrefix }),
  };
  if (lifetime > 0) settings.max_age = lifetime;
  return new UserManager(settings);
};
