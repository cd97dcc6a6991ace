import type { UserManager } from 'oidc-client-ts';

/**
 * Redirects to the provider's sign-out (OpenID Connect RP-Initiated Logout), which redirects back to the login page.
 * Resolves only where that is not possible: the provider has no such endpoint or cannot be reached.
 */
export const endAtProvider = async (manager: UserManager, idToken: string | undefined): Promise<void> => {
  try {
    if ((await manager.metadataService.getEndSessionEndpoint()) === undefined) return;
    await manager.signoutRedirect(idToken === undefined ? {} : { id_token_hint: idToken });
  } catch {
    // The next sign-in sends `prompt=login`: the provider asks for the password even if its session is still alive.
  }
};
