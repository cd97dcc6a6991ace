import type { User, UserManager } from 'oidc-client-ts';

const timeoutMilliseconds = 5_000;

/**
 * Revokes the refresh token of a sign-in (RFC 7009), which may outlive the session at the provider. Errors are ignored: a
 * provider without the endpoint, or one that cannot be reached, ends the token by its own rules.
 */
export const revokeRefreshToken = async (manager: UserManager, { refresh_token: token }: User): Promise<void> => {
  if (token === undefined) return;
  try {
    const endpoint = await manager.metadataService.getRevocationEndpoint(true);
    if (endpoint === undefined) return;
    await fetch(endpoint, {
      method: 'POST',
      body: new URLSearchParams({ token, token_type_hint: 'refresh_token', client_id: manager.settings.client_id }),
      keepalive: true,
      signal: AbortSignal.timeout(timeoutMilliseconds),
    });
  } catch {
    // The sign-out continues.
  }
};
