import { api, call } from '../../../lib/api/api-client.ts';
import { ApiProblem } from '../../../lib/api/api-problem.ts';
import { pagePerson } from '../../../lib/session/page-person.ts';

const path = '/v1/workunits/oldexperience';
/** The key of the user who opened plain pages with this browser since the sign-in, and the tenants of these pages. */
const openedKey = 'cfs-portal.old-experience';
const timeoutMilliseconds = 2_000;

const opened = (): { readonly person: string; readonly tenantIds: readonly string[] } => {
  const [person = '', ...tenantIds] = (window.localStorage.getItem(openedKey) ?? '').split(' ');
  return { person, tenantIds };
};
const personHere = (): string => encodeURIComponent(pagePerson() ?? '');

/** Stores the time zone of this browser in a cookie for the plain page, which has no scripts. */
const keepTimeZone = (): void => {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  document.cookie = `cfs-time-zone=${timeZone}; Path=/; Max-Age=31536000; SameSite=Strict`;
};

/** The path of the plain page of a tenant. */
export const oldExperienceAddress = (tenantId: string): string => `/${tenantId}/workunits/index`;

/** Hands the sign-in over to the plain page of the tenant in the URL. */
export const openOldExperience = async (tenantId: string): Promise<void> => {
  await api.put(path, {});
  keepTimeZone();
  const tenantIds = new Set([...opened().tenantIds, tenantId]);
  window.localStorage.setItem(openedKey, [personHere(), ...tenantIds].join(' '));
};

/** Withdraws the sign-in from every plain page that was opened, as signing out does. Times out after two seconds. */
export const closeOldExperience = async (): Promise<void> => {
  const { tenantIds } = opened();
  if (tenantIds.length === 0) return;
  try {
    await call('DELETE', path, {
      body: { tenantIds },
      signal: AbortSignal.timeout(timeoutMilliseconds),
      handlesForbidden: true,
    });
    window.localStorage.removeItem(openedKey);
  } catch (error) {
    // Unreachable, or refused: the pages expire with the access token, and the next sign-out tries again.
    if (!(error instanceof ApiProblem)) throw error;
  }
};

/**
 * Withdraws the sign-in of another user, whose session ended without signing out, from the plain pages that they opened
 * with this browser.
 */
export const closeOldExperienceOfOthers = async (): Promise<void> => {
  if (opened().person !== personHere()) await closeOldExperience();
};
