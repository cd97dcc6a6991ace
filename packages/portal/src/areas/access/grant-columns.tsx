import { dateTimeWidth, type Column } from '../../ui/grid/data-table-column.ts';
import { DateTime } from '../../ui/text/date-time.tsx';
import { sharedTenantName, sharedTenantWords } from '../../ui/list/shared-tenant-name.ts';
import { grantSet, type GrantRow } from './access-queries.ts';

const text = { kind: 'text' } as const;

export const grantColumns: readonly Column<GrantRow>[] = [
  { field: 'holder', header: 'Holder', value: (row) => row.holder, filter: text, flex: 2, card: true },
  {
    field: 'groupName',
    header: 'Kind',
    value: (row) => (row.groupName === null ? 'Person' : 'Group'),
    exportWords: { empty: 'Person', other: 'Group' },
    width: 90,
    card: true,
  },
  { field: 'person/name', header: 'Name', value: (row) => row.person?.name, flex: 1, isWideOnly: true },
  { field: 'roleName', header: 'Role', value: (row) => row.roleName, filter: text, flex: 1, card: true },
  {
    field: 'tenant/name',
    header: 'Tenant',
    value: (row) => row.tenant?.name ?? sharedTenantName,
    exportWords: sharedTenantWords,
    filter: { kind: 'tenant', set: grantSet, path: 'tenantId' },
    flex: 1,
    card: true,
  },
  {
    field: 'created',
    header: 'Granted',
    value: (row) => row.created,
    render: (row) => <DateTime time={row.created} />,
    filter: { kind: 'dateTime' },
    width: dateTimeWidth,
    isWideOnly: true,
  },
  { field: 'createdBy', header: 'Granted By', value: (row) => row.createdBy, filter: text, isHidden: true },
];
