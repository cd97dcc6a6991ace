import { isGuid } from '@cfs/contracts/guid';

/** The tenant id in the first path segment, in lower case; `undefined` without one. */
export const tenantOfPath = (pathname: string): string | undefined => {
  const first = pathname.split('/')[1] ?? '';
  return isGuid(first) ? first.toLowerCase() : undefined;
};

/** The same path in another tenant: the tenant id is replaced, or prepended if there is none. */
export const pathInTenant = (pathname: string, tenantId: string): string => {
  const rest = tenantOfPath(pathname) ? pathname.replace(/^\/[^/]+/, '') : pathname;
  return `/${tenantId}${rest === '/' ? '' : rest}`;
};

/** The tenant of the current URL. */
export const currentTenantId = (): string | undefined => tenantOfPath(window.location.pathname);
