import type { UserManager } from 'oidc-client-ts';

/**
 * Leaves the page for the provider's sign-out (OpenID Connect RP-Initiated Logout), which leads back to the login page.
 * Answers only where that is not possible: the provider offers none, or cannot be asked.
 */
export const endAtProvider = async (manager: UserManager, idToken: string | undefined): Promise<void> => {
  try {
    if ((await manager.metadataService.getEndSessionEndpoint()) === undefined) return;
    await manager.signoutRedirect(idToken === undefined ? {} : { id_token_hint: idToken });
  } catch {
    // The next sign-in asks for the password whatever the provider remembers.
  }
};
