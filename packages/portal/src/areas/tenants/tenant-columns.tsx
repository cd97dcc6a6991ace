import type { Tenant } from '@cfs/contracts/tenants';
import type { Column } from '../../ui/grid/data-table-column.ts';
import { Identifier } from '../../ui/text/identifier.tsx';
import { enabledSwitchColumn, nameColumn, textColumn, timeColumn } from '../../ui/list/usual-columns.tsx';

interface TenantColumnOptions {
  /** Enables or disables a tenant; absent if the user may not edit tenants. */
  readonly onToggle?: ((tenant: Tenant) => void) | undefined;
}

export const tenantColumns = ({ onToggle }: TenantColumnOptions): readonly Column<Tenant>[] => [
  nameColumn({ minWidth: 200 }),
  textColumn('internalNotificationEmailAddress', 'Notification Email', { sortable: false, flex: 2, card: true }),
  textColumn('assignmentGroups', 'Assignment Groups', { sortable: false, flex: 2 }),
  timeColumn('modified', 'Modified', { sortable: false }),
  enabledSwitchColumn(onToggle),
  {
    field: 'tenantId',
    header: 'Tenant ID',
    value: (row) => row.tenantId,
    render: (row) => <Identifier id={row.tenantId} />,
    filter: { kind: 'guid' },
    width: 320,
    isHidden: true,
  },
  timeColumn('created', 'Created', { sortable: false, isHidden: true }),
];
