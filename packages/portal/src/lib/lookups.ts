import type { CurrentUser, SubscriptionLookup, TenantLookup } from '@cfs/contracts/access';
import type { LocationLookup } from '@cfs/contracts/locations';
import { queryOptions, useQuery, type QueryKey } from '@tanstack/react-query';
import { api } from './api/api-client.ts';
import { usePreloaded } from './api/preloaded-answers.tsx';
import { setPageSubscription } from './tenant/page-subscription.ts';
import { useTenantId } from './tenant/use-tenant.ts';

const none: readonly never[] = [];

/** The key under which `useLookup` keeps a lookup. */
export const lookupKey = (path: string, tenantId: string): QueryKey => ['lookup', path, tenantId];

/** A lookup that returns a plain array; fresh for five minutes. */
export const useLookup = <Item>(path: string, enabled = true): readonly Item[] => {
  const queryKey = lookupKey(path, useTenantId());
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.get<readonly Item[]>(path, { signal }),
    staleTime: 300_000,
    ...usePreloaded<readonly Item[]>(queryKey),
    enabled,
  });
  return data ?? none;
};

export const useTenants = (): readonly TenantLookup[] => useLookup('/api/generallookup/tenants');
export const useLocations = (): readonly LocationLookup[] => useLookup('/api/generallookup/locations');

/** Subscriptions of every tenant that the person may see; refetched each time a picker mounts. */
export const useSubscriptions = (): readonly SubscriptionLookup[] => {
  const tenantId = useTenantId();
  const { data } = useQuery({
    queryKey: ['lookup', 'subscriptions', tenantId],
    queryFn: ({ signal }) => api.get<readonly SubscriptionLookup[]>('/api/generallookup/subscriptions', { signal }),
    refetchOnMount: 'always',
  });
  return data ?? [];
};

/** The signed-in person and the tenant to start in. Fetched once, or on every window focus while no tenant exists. */
export const currentUserQuery = queryOptions({
  queryKey: ['currentUser'],
  queryFn: async ({ signal }) => {
    const user = await api.get<CurrentUser>('/v1/currentUser', { signal, handlesForbidden: true });
    setPageSubscription(user);
    return user;
  },
  staleTime: ({ state }) => (state.data?.tenantId === null ? 0 : Number.POSITIVE_INFINITY),
});

/** The signed-in person; `undefined` until loaded. Shows no toast for a 403. */
export const useCurrentUser = (enabled = true): CurrentUser | undefined =>
  useQuery({ ...currentUserQuery, enabled }).data;
