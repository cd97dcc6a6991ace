import { useLocation } from '@tanstack/react-router';
import { pathInTenant, tenantOfPath } from './tenant-address.ts';

/** The tenant of the URL; empty outside of any tenant. */
export const useTenantId = (): string => useLocation({ select: (location) => tenantOfPath(location.pathname) ?? '' });

/** Returns a function that makes the URL of a screen in the current tenant: `screen('/devices')`. */
export const useScreenAddress = (): ((path: string) => string) => {
  const tenantId = useTenantId();
  return (path) => pathInTenant(path, tenantId);
};
