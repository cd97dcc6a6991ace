import type { PendingDevice } from '@cfs/contracts/pending-devices';
import type { Column } from '../../ui/grid/data-table-column.ts';
import { Identifier } from '../../ui/text/identifier.tsx';
import { textColumn, timeColumn } from '../../ui/list/usual-columns.tsx';

export const pendingDeviceColumns: readonly Column<PendingDevice>[] = [
  textColumn('machineName', 'Machine Name', { flex: 1.2, minWidth: 170, card: true }),
  textColumn('operatingSystem', 'Operating System', { minWidth: 160, card: true }),
  textColumn('architecture', 'Architecture', { width: 124 }),
  textColumn('ipAddress', 'IP Address', { width: 130 }),
  textColumn('keyFingerprint', 'Fingerprint', {
    render: (row) => <Identifier id={row.keyFingerprint} />,
    sortable: false,
    flex: 2,
    minWidth: 430,
    card: true,
  }),
  timeColumn('created', 'Created'),
  timeColumn('lastPing', 'Last Ping'),
  textColumn('agentVersion', 'Agent Version', { width: 120, isHidden: true }),
];
