import { noTenant, type ColumnFilter, type FilterOption } from '../../lib/lists/column-filter.ts';
import { useRows } from '../../lib/api/use-list.ts';
import { sharedTenantName } from '../list/shared-tenant-name.ts';

interface TenantGroup {
  readonly tenantId: string | null;
  readonly tenant?: { readonly name: string } | null;
}

const none: readonly FilterOption[] = [];

/** The options of a column: declared ones, or the tenants that have rows in its set. */
export const useFilterOptions = (filter: ColumnFilter): readonly FilterOption[] => {
  const isTenant = filter.kind === 'tenant';
  const set = isTenant ? filter.set : '';
  const { data = [] } = useRows<TenantGroup>(set, { apply: 'groupby((tenantId,tenant/name))' }, { enabled: isTenant });
  if (filter.kind === 'enumeration' || filter.kind === 'choice') return filter.options;
  if (filter.kind !== 'tenant') return none;
  return data
    .map(({ tenantId, tenant }) => ({ value: tenantId ?? noTenant, label: tenant?.name ?? sharedTenantName }))
    .sort((one, other) => one.label.localeCompare(other.label));
};
