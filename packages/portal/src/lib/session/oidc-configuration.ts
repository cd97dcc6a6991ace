import type { OidcClientConfiguration } from '@cfs/contracts/environment';

/** The OpenID Connect authority and client id. Needs no token. */
export const fetchOidcConfiguration = async (): Promise<OidcClientConfiguration> => {
  const response = await fetch(`${window.location.origin}/api/generalLookup/oidcclientconfig`);
  if (!response.ok) throw new Error(`The sign-in configuration answered ${response.status}.`);
  return (await response.json()) as OidcClientConfiguration;
};
