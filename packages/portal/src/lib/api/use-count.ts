import { useQuery } from '@tanstack/react-query';
import { pollEvery } from '../timing/polling.ts';
import { useTenantId } from '../tenant/use-tenant.ts';
import type { Filter } from './odata-filter.ts';
import { fetchCount } from './odata-query.ts';

/** The number of rows that match a filter, polled every `poll` milliseconds; `undefined` until it is known. */
export const useCount = (
  set: string,
  filter: Filter,
  options: { poll?: number; enabled?: boolean } = {},
): number | undefined => {
  const tenantId = useTenantId();
  const { data } = useQuery({
    queryKey: [set, tenantId, 'count', filter],
    queryFn: ({ signal }) => fetchCount(set, { filter }, signal),
    enabled: options.enabled ?? true,
    ...pollEvery(options.poll),
  });
  return data;
};
