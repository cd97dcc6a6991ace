import type { Home } from '@cfs/contracts/home';
import { pollIntervals } from '@cfs/contracts/sizes';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api/api-client.ts';
import { pollEvery } from '../../lib/timing/polling.ts';
import { useTenantId } from '../../lib/tenant/use-tenant.ts';

const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The figures of Home; days begin at midnight in the browser's time zone. */
export const useHome = () => {
  const tenantId = useTenantId();
  return useQuery({
    queryKey: ['/v1/home', tenantId],
    queryFn: ({ signal }) => api.get<Home>(`/v1/home?timeZone=${encodeURIComponent(timeZone)}`, { signal }),
    ...pollEvery(pollIntervals.home),
  });
};
