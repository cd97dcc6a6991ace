import type { Tenant } from '@cfs/contracts/tenants';
import Switch from '@mui/material/Switch';
import type { Column } from '../../ui/data-table-column.ts';
import { DateTime } from '../../ui/date-time.tsx';
import { LinkCell } from '../../ui/link-cell.tsx';

interface TenantColumnOptions {
  readonly onOpen: (tenant: Tenant) => void;
  /** Absent for people who may not edit. */
  readonly onToggle?: ((tenant: Tenant) => void) | undefined;
}

export const tenantColumns = ({ onOpen, onToggle }: TenantColumnOptions): readonly Column<Tenant>[] => [
  {
    field: 'name',
    header: 'Name',
    value: (row) => row.name,
    render: (row) => <LinkCell text={row.name} onClick={() => onOpen(row)} />,
    flex: 2,
    minWidth: 200,
    card: true,
  },
  {
    field: 'internalNotificationEmailAddress',
    header: 'Notification Email',
    value: (row) => row.internalNotificationEmailAddress,
    sortable: false,
    flex: 2,
    card: true,
  },
  {
    field: 'assignmentGroups',
    header: 'Assignment Groups',
    value: (row) => row.assignmentGroups,
    sortable: false,
    flex: 2,
  },
  {
    field: 'modified',
    header: 'Modified',
    value: (row) => row.modified,
    render: (row) => <DateTime time={row.modified} />,
    sortable: false,
    width: 180,
  },
  {
    field: 'enabled',
    header: 'Enabled',
    value: (row) => row.enabled,
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
    width: 90,
    card: true,
  },
];
