import type { ChangeCalendar } from '@cfs/contracts/change-calendar';
import { pollIntervals } from '@cfs/contracts/sizes';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api/api-client.ts';
import type { Condition } from '../../lib/lists/column-filter.ts';
import { pollEvery } from '../../lib/timing/polling.ts';
import { useTenantId } from '../../lib/tenant/use-tenant.ts';
import { workUnitSet } from '../work-units/work-unit-row.ts';
import { dayAfter, startOfDay, type Day } from './calendar-place.ts';
import { tenantParameters } from './calendar-tenants.ts';

const instant = (day: Day): string => new Date(startOfDay(day)).toISOString();

/** The plan of the days, polled every minute and invalidated after each change of a work unit in this portal. */
export const useChangeCalendar = (first: Day, last: Day, conditions: readonly Condition[]) => {
  const tenantId = useTenantId();
  const asked = new URLSearchParams({
    from: instant(first),
    to: instant(dayAfter(last, 1)),
    ...tenantParameters(conditions),
  }).toString();
  return useQuery({
    queryKey: [workUnitSet, tenantId, 'calendar', asked],
    queryFn: ({ signal }) => api.get<ChangeCalendar>(`${workUnitSet}/calendar?${asked}`, { signal }),
    placeholderData: keepPreviousData,
    ...pollEvery(pollIntervals.workUnits),
  });
};
