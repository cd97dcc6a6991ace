import { workUnitSet } from '../work-units/work-unit-row.ts';
import { noTenant, type ColumnFilter, type Condition } from '../../lib/column-filter.ts';

/** What the chips above the calendar can ask. */
export const calendarFilters: readonly ColumnFilter[] = [
  { kind: 'tenant', set: workUnitSet, path: 'tenantId', label: 'Tenant' },
];

/** The id that no tenant has. */
const nobody = '00000000-0000-0000-0000-000000000000';

/** The chips as the calendar's call takes them: the tenants that it shall show, or those that it shall not. */
export const tenantsAsked = (conditions: readonly Condition[]): Readonly<Record<string, string>> => {
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
