import type { Column } from '../../ui/grid/data-table-column.ts';
import { sharedTenantName, sharedTenantWords } from '../../ui/list/shared-tenant-name.ts';
import type { LocationRow } from './location.ts';
import { locationSet } from './location-queries.ts';

const text = { kind: 'text' } as const;

export const locationColumns: readonly Column<LocationRow>[] = [
  { field: 'name', header: 'Name', value: (row) => row.name, isLink: true, filter: text, flex: 2, card: true },
  { field: 'city', header: 'City', value: (row) => row.city, filter: text, card: true },
  { field: 'state', header: 'State', value: (row) => row.state, filter: text },
  {
    field: 'tenant/name',
    header: 'Tenant',
    value: (row) => row.tenant?.name ?? sharedTenantName,
    exportWords: sharedTenantWords,
    filter: { kind: 'tenant', set: locationSet, path: 'tenantId' },
    card: true,
  },
  { field: 'address1', header: 'Address', value: (row) => row.address1, filter: text, sortable: false, isHidden: true },
  { field: 'country', header: 'Country', value: (row) => row.country, filter: text, sortable: false, isHidden: true },
  {
    field: 'postalCode',
    header: 'Postal Code',
    value: (row) => row.postalCode,
    filter: text,
    sortable: false,
    isHidden: true,
  },
];
