const guid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const isTenantId = (text: string): boolean => guid.test(text);

/** The tenant id in the first path segment, in lower case; `undefined` without one. */
export const tenantOfPath = (pathname: string): string | undefined => {
  const first = pathname.split('/')[1] ?? '';
  return isTenantId(first) ? first.toLowerCase() : undefined;
};

/** The same path in another tenant: the tenant id is replaced, or prepended if there is none. */
export const pathInTenant = (pathname: string, tenantId: string): string => {
  const rest = tenantOfPath(pathname) ? pathname.replace(/^\/[^/]+/, '') : pathname;
  return `/${tenantId}${rest === '/' ? '' : rest}`;
};

/** The tenant of the current URL. */
export const currentTenantId = (): string | undefined => tenantOfPath(window.location.pathname);
