import type { CurrentUser, SubscriptionLookup, TenantLookup } from '@cfs/contracts/access';
import type { LocationLookup } from '@cfs/contracts/locations';
import { queryOptions, useQuery } from '@tanstack/react-query';
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

/**
 * The signed-in person, and the tenant to begin in. Asked once; as long as no tenant exists, again each time the page
 * gets the focus.
 */
export const currentUserQuery = queryOptions({
  queryKey: ['currentUser'],
  queryFn: ({ signal }) => api.get<CurrentUser>('/v1/currentUser', { signal, ownDenial: true }),
  staleTime: ({ state }) => (state.data?.tenantId === null ? 0 : Number.POSITIVE_INFINITY),
});

/** The signed-in person; `undefined` until known. A refusal is the caller's to show. */
export const useCurrentUser = (enabled = true): CurrentUser | undefined =>
  useQuery({ ...currentUserQuery, enabled }).data;
