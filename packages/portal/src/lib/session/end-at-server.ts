const timeoutMilliseconds = 5_000;

/**
 * Revokes the access tokens of a session on every node. Errors are ignored: while the server cannot be reached, the tokens
 * stay valid until they expire.
 */
export const endAtServer = async (accessToken: string): Promise<void> => {
  await fetch('/v1/currentUser/signOut', {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}` },
    keepalive: true,
    signal: AbortSignal.timeout(timeoutMilliseconds),
  }).catch(() => undefined);
};
