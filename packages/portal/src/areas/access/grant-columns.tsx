import type { Column } from '../../ui/grid/data-table-column.ts';
import { tenantColumn, textColumn, timeColumn } from '../../ui/list/usual-columns.tsx';
import { grantSet, type GrantRow } from './access-queries.ts';

export const grantColumns: readonly Column<GrantRow>[] = [
  textColumn('holder', 'Holder', { flex: 2, card: true }),
  {
    field: 'groupName',
    header: 'Kind',
    value: (row) => (row.groupName === null ? 'Person' : 'Group'),
    exportWords: { empty: 'Person', other: 'Group' },
    width: 90,
    card: true,
  },
  { field: 'person/name', header: 'Name', value: (row) => row.person?.name, flex: 1, isWideOnly: true },
  textColumn('roleName', 'Role', { flex: 1, card: true }),
  tenantColumn(grantSet, { flex: 1, card: true }),
  timeColumn('created', 'Granted', { isWideOnly: true }),
  textColumn('createdBy', 'Granted By', { isHidden: true }),
];
