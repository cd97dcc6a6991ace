import { dateTimeWidth, type Column } from '../../ui/grid/data-table-column.ts';
import { DateTime } from '../../ui/text/date-time.tsx';
import { nameColumn, tenantColumn } from '../../ui/list/usual-columns.tsx';
import { roleSet, type ListedRole } from './access-queries.ts';

export const roleColumns: readonly Column<ListedRole>[] = [
  nameColumn(),
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
  tenantColumn(roleSet, { flex: 1 }),
  {
    field: 'modified',
    header: 'Changed',
    value: (row) => row.modified,
    render: (row) => <DateTime time={row.modified} />,
    width: dateTimeWidth,
    isHidden: true,
  },
];
