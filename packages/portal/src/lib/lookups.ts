import type { CurrentUser, SubscriptionLookup, TenantLookup } from '@cfs/contracts/access';
import type { LocationLookup } from '@cfs/contracts/locations';
import { useQuery } from '@tanstack/react-query';
import { api } from './api/api-client.ts';
import { useTenantId } from './use-tenant.ts';

const none: readonly never[] = [];

/** Any lookup that answers a plain list; kept for five minutes. */
export const useLookup = <Item>(path: string, enabled = true): readonly Item[] => {
  const tenantId = useTenantId();
  const { data } = useQuery({
    queryKey: ['lookup', path, tenantId],
    queryFn: ({ signal }) => api.get<readonly Item[]>(path, { signal }),
    staleTime: 300_000,
    enabled,
  });
  return data ?? none;
};

export const useTenants = (): readonly TenantLookup[] => useLookup('/api/generallookup/tenants');
export const useLocations = (): readonly LocationLookup[] => useLookup('/api/generallookup/locations');

/** Subscriptions of every tenant that the person may see; asked again each time a picker opens. */
export const useSubscriptions = (): readonly SubscriptionLookup[] => {
  const tenantId = useTenantId();
  const { data } = useQuery({
    queryKey: ['lookup', 'subscriptions', tenantId],
    queryFn: ({ signal }) => api.get<readonly SubscriptionLookup[]>('/api/generallookup/subscriptions', { signal }),
    refetchOnMount: 'always',
  });
  return data ?? [];
};

/** The signed-in person; `undefined` until known. A refusal is the caller's to show. */
export const useCurrentUser = (enabled = true): CurrentUser | undefined => {
  const { data } = useQuery({
    queryKey: ['currentUser'],
    queryFn: ({ signal }) => api.get<CurrentUser>('/v1/currentUser', { signal, ownDenial: true }),
    staleTime: Number.POSITIVE_INFINITY,
    enabled,
  });
  return data;
};
