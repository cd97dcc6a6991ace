const guid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const isTenantId = (text: string): boolean => guid.test(text);

/** The tenant id that leads an address path, or `undefined` when the path names no tenant. */
export const tenantOfPath = (pathname: string): string | undefined => {
  const first = pathname.split('/')[1] ?? '';
  return isTenantId(first) ? first.toLowerCase() : undefined;
};

/** The same path in another tenant: the leading tenant id is replaced, or put in front when there is none. */
export const pathInTenant = (pathname: string, tenantId: string): string => {
  const rest = tenantOfPath(pathname) ? pathname.replace(/^\/[^/]+/, '') : pathname;
  return `/${tenantId}${rest === '/' ? '' : rest}`;
};

/** The tenant of the address bar at this moment. */
export const currentTenantId = (): string | undefined => tenantOfPath(window.location.pathname);
