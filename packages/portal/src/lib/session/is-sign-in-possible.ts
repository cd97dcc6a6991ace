import type { UserManager } from 'oidc-client-ts';
import { fetchOidcConfiguration } from './oidc-configuration.ts';

const timeoutMilliseconds = 5_000;

/** Requests the discovery document, bypassing every cache. */
const isProviderReachable = async (metadataUrl: string): Promise<boolean> => {
  const response = await fetch(metadataUrl, { cache: 'no-store', signal: AbortSignal.timeout(timeoutMilliseconds) });
  return response.ok && 'issuer' in ((await response.json()) as object);
};

/** Whether the portal's server and the provider respond, so that a person can sign in. */
export const isSignInPossible = async ({ settings }: Pick<UserManager, 'settings'>): Promise<boolean> => {
  try {
    const [isReachable] = await Promise.all([isProviderReachable(settings.metadataUrl), fetchOidcConfiguration()]);
    return isReachable;
  } catch {
    return false;
  }
};
