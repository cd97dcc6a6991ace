import { api, call } from '../../lib/api/api-client.ts';
import { ApiProblem } from '../../lib/api/api-problem.ts';

const path = '/v1/workunits/oldexperience';
/** Tenants whose plain page this browser was let into since the sign-in. */
const openedKey = 'cfs-portal.old-experience';
const patience = 2_000;

const openedTenants = (): readonly string[] => {
  const stored = window.localStorage.getItem(openedKey);
  return stored ? stored.split(' ') : [];
};

/** Tells the plain page, which has no scripts, the time zone of this browser. */
const keepTimeZone = (): void => {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  document.cookie = `cfs-time-zone=${timeZone}; Path=/; Max-Age=31536000; SameSite=Strict`;
};

/** Where the plain page of a tenant lies. */
export const oldExperienceAddress = (tenantId: string): string => `/${tenantId}/workunits/index`;

/** Hands the sign-in over to the plain page of the tenant in the address. */
export const openOldExperience = async (tenantId: string): Promise<void> => {
  await api.put(path, {});
  keepTimeZone();
  window.localStorage.setItem(openedKey, [...new Set([...openedTenants(), tenantId])].join(' '));
};

/** Takes the sign-in back from every plain page that was opened, as signing out does. Waits two seconds at most. */
export const closeOldExperience = async (): Promise<void> => {
  const tenantIds = openedTenants();
  if (tenantIds.length === 0) return;
  try {
    await call('DELETE', path, { body: { tenantIds }, signal: AbortSignal.timeout(patience), ownDenial: true });
    window.localStorage.removeItem(openedKey);
  } catch (error) {
    // Out of reach, or refused: the pages end with the access token, and the next sign-out tries again.
    if (!(error instanceof ApiProblem)) throw error;
  }
};
