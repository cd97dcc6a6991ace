import { workUnitSet } from '../work-units/work-unit-row.ts';
import { noTenant, type ColumnFilter, type Condition } from '../../lib/lists/column-filter.ts';

/** The fields that the filter chips above the calendar offer. */
export const calendarFilters: readonly ColumnFilter[] = [
  { kind: 'tenant', set: workUnitSet, path: 'tenantId', label: 'Tenant' },
];

/** An id that no tenant has. */
const nobody = '00000000-0000-0000-0000-000000000000';

/** Converts the filter chips into query parameters: the tenants to include, and the tenants to exclude. */
export const tenantParameters = (conditions: readonly Condition[]): Readonly<Record<string, string>> => {
  const chosen = (wanted: string): readonly (readonly string[])[] =>
    conditions
      .filter(({ operator }) => operator === wanted)
      .map(({ values }) => values.filter((value) => value !== noTenant));
  const [first, ...more] = chosen('in');
  const within = first?.filter((tenantId) => more.every((others) => others.includes(tenantId)));
  const without = [...new Set(chosen('out').flat())];
  return {
    ...(within ? { tenantIds: within.length === 0 ? nobody : [...new Set(within)].join(',') } : {}),
    ...(without.length > 0 ? { exceptTenantIds: without.join(',') } : {}),
  };
};
