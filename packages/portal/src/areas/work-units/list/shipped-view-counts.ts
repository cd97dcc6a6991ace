import { pollIntervals } from '@cfs/contracts/sizes';
import type { ShippedViewCounts } from '@cfs/contracts/shipped-view-counts';
import { shippedViewCountLimit } from '@cfs/contracts/shipped-views';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '../../../lib/api/api-client.ts';
import { usePermissions } from '../../../lib/permissions.tsx';
import { pollEvery } from '../../../lib/timing/polling.ts';
import { useTenantId } from '../../../lib/tenant/use-tenant.ts';
import { workUnitSet } from '../work-unit-row.ts';

const noCounts: ReadonlyMap<string, string> = new Map();

/** The counts of the shipped views by key, as text; empty until they are loaded, and without permission. */
export const useShippedViewCounts = (): ReadonlyMap<string, string> => {
  const tenantId = useTenantId();
  const { data } = useQuery({
    queryKey: [workUnitSet, tenantId, 'shippedViews'],
    queryFn: async ({ signal }) =>
      (await api.get<{ readonly value: ShippedViewCounts }>(`${workUnitSet}/shippedViews`, { signal })).value,
    enabled: usePermissions().has('WorkUnits:view'),
    ...pollEvery(pollIntervals.workUnits),
  });
  return useMemo(
    () =>
      data
        ? new Map(
            data.map(({ key, count }) => [
              key,
              count < shippedViewCountLimit ? String(count) : `${shippedViewCountLimit - 1}+`,
            ]),
          )
        : noCounts,
    [data],
  );
};
