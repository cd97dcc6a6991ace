import type { Tenant } from '@cfs/contracts/tenants';
import Switch from '@mui/material/Switch';
import { dateTimeWidth, type Column } from '../../ui/grid/data-table-column.ts';
import { DateTime } from '../../ui/text/date-time.tsx';
import { Identifier } from '../../ui/text/identifier.tsx';
import { yesOrNo, yesOrNoWords } from '../../lib/yes-or-no.ts';

interface TenantColumnOptions {
  /** Absent for people who may not edit. */
  readonly onToggle?: ((tenant: Tenant) => void) | undefined;
}

export const tenantColumns = ({ onToggle }: TenantColumnOptions): readonly Column<Tenant>[] => [
  {
    field: 'name',
    header: 'Name',
    value: (row) => row.name,
    isLink: true,
    filter: { kind: 'text' },
    flex: 2,
    minWidth: 200,
    card: true,
  },
  {
    field: 'internalNotificationEmailAddress',
    header: 'Notification Email',
    value: (row) => row.internalNotificationEmailAddress,
    filter: { kind: 'text' },
    sortable: false,
    flex: 2,
    card: true,
  },
  {
    field: 'assignmentGroups',
    header: 'Assignment Groups',
    value: (row) => row.assignmentGroups,
    filter: { kind: 'text' },
    sortable: false,
    flex: 2,
  },
  {
    field: 'modified',
    header: 'Modified',
    value: (row) => row.modified,
    render: (row) => <DateTime time={row.modified} />,
    filter: { kind: 'dateTime' },
    sortable: false,
    width: dateTimeWidth,
  },
  {
    field: 'enabled',
    header: 'Enabled',
    value: (row) => yesOrNo(row.enabled),
    exportWords: yesOrNoWords,
    render: (row) => (
      <Switch
        size="small"
        checked={row.enabled}
        disabled={!onToggle}
        onChange={() => onToggle?.(row)}
        slotProps={{ input: { 'aria-label': `${row.name} enabled` } }}
      />
    ),
    sortable: false,
    filter: { kind: 'boolean' },
    width: 90,
    card: true,
  },
  {
    field: 'tenantId',
    header: 'Tenant ID',
    value: (row) => row.tenantId,
    render: (row) => <Identifier id={row.tenantId} />,
    filter: { kind: 'guid' },
    width: 320,
    isHidden: true,
  },
  {
    field: 'created',
    header: 'Created',
    value: (row) => row.created,
    render: (row) => <DateTime time={row.created} />,
    sortable: false,
    filter: { kind: 'dateTime' },
    width: dateTimeWidth,
    isHidden: true,
  },
];
