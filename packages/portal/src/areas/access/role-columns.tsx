import { dateTimeWidth, type Column } from '../../ui/grid/data-table-column.ts';
import { DateTime } from '../../ui/text/date-time.tsx';
import { sharedTenantName, sharedTenantWords } from '../../ui/list/shared-tenant-name.ts';
import { roleSet, type ListedRole } from './access-queries.ts';

export const roleColumns: readonly Column<ListedRole>[] = [
  {
    field: 'name',
    header: 'Name',
    value: (row) => row.name,
    isLink: true,
    filter: { kind: 'text' },
    flex: 2,
    card: true,
  },
  {
    field: 'builtIn',
    header: 'Kind',
    value: (row) => (row.builtIn ? 'Built in' : 'Own'),
    exportWords: { of: { true: 'Built in', false: 'Own' } },
    filter: { kind: 'boolean', label: 'Built in' },
    width: 120,
    card: true,
  },
  {
    field: 'permissionCount',
    header: 'Permissions',
    value: (row) => row.permissionCount,
    align: 'right',
    width: 120,
    card: true,
  },
  {
    field: 'tenant/name',
    header: 'Tenant',
    value: (row) => row.tenant?.name ?? sharedTenantName,
    exportWords: sharedTenantWords,
    filter: { kind: 'tenant', set: roleSet, path: 'tenantId' },
    flex: 1,
  },
  {
    field: 'modified',
    header: 'Changed',
    value: (row) => row.modified,
    render: (row) => <DateTime time={row.modified} />,
    width: dateTimeWidth,
    isHidden: true,
  },
];
