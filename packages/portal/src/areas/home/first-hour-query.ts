import type { FirstHour } from '@cfs/contracts/first-hour';
import { pollIntervals } from '@cfs/contracts/sizes';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api/api-client.ts';
import { pollEvery } from '../../lib/timing/polling.ts';
import { useTenantId } from '../../lib/tenant/use-tenant.ts';

/** The steps of the guide; not requested while it is hidden. */
export const useFirstHour = (enabled: boolean) => {
  const tenantId = useTenantId();
  return useQuery({
    queryKey: ['/v1/home/firstHour', tenantId],
    queryFn: ({ signal }) => api.get<FirstHour>('/v1/home/firstHour', { signal, handlesForbidden: true }),
    enabled,
    // Home is not rendered before the first response.
    retry: false,
    ...pollEvery(pollIntervals.home),
  });
};
