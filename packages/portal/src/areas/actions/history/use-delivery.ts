import { pollIntervals } from '@cfs/contracts/sizes';
import { useQuery } from '@tanstack/react-query';
import { isUnreachable } from '../../../lib/api/api-problem.ts';
import { equals } from '../../../lib/api/odata-filter.ts';
import { fetchRows } from '../../../lib/api/odata-query.ts';
import { useTenantId } from '../../../lib/tenant/use-tenant.ts';
import { actionHistorySet, isSettled, type ActionHistoryEntry } from './action-history.ts';

/** The limit of entries to load. A delivery has one entry for being queued, and one for each of up to six attempts. */
const maximumEntries = 50;

/** The entries of one delivery, sorted by attempt, and polled every second until its final result arrives. */
export const useDelivery = (messageId: string) => {
  const tenantId = useTenantId();
  return useQuery({
    queryKey: [actionHistorySet, tenantId, 'delivery', messageId],
    queryFn: async ({ signal }) => {
      const entries = await fetchRows<ActionHistoryEntry>(
        actionHistorySet,
        {
          filter: equals('messageId', messageId),
          expand: 'actionDefinition',
          orderBy: [{ field: 'actionProcessed', direction: 'desc' }],
          top: maximumEntries,
        },
        signal,
      );
      return entries.toSorted((one, other) => one.attempt - other.attempt);
    },
    refetchInterval: ({ state }) =>
      isUnreachable(state.error) || !isSettled(state.data ?? []) ? pollIntervals.delivery : false,
    refetchIntervalInBackground: false,
  });
};
