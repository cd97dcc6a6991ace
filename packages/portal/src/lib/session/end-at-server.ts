const patience = 5_000;

/**
 * Has the server refuse the access tokens of a sign-in from now on, on every node. A server out of reach does not keep
 * anybody from signing out: the tokens then end with their time.
 */
export const endAtServer = async (accessToken: string): Promise<void> => {
  await fetch('/v1/currentUser/signOut', {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}` },
    keepalive: true,
    signal: AbortSignal.timeout(patience),
  }).catch(() => undefined);
};
