import { useLocation } from '@tanstack/react-router';
import { pathInTenant, tenantOfPath } from './tenant-address.ts';

/** The tenant of the address; empty outside of any tenant. */
export const useTenantId = (): string => useLocation({ select: (location) => tenantOfPath(location.pathname) ?? '' });

/** Makes the address of a screen in the current tenant: `screen('/devices')`. */
export const useScreenAddress = (): ((path: string) => string) => {
  const tenantId = useTenantId();
  return (path) => pathInTenant(path, tenantId);
};
