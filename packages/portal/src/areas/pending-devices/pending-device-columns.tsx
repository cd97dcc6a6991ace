import type { PendingDevice } from '@cfs/contracts/pending-devices';
import { DateTime } from '../../ui/date-time.tsx';
import type { Column } from '../../ui/data-table-column.ts';
import { Identifier } from '../../ui/identifier.tsx';

export const pendingDeviceColumns: readonly Column<PendingDevice>[] = [
  {
    field: 'machineName',
    header: 'Machine Name',
    value: (row) => row.machineName,
    flex: 1.2,
    minWidth: 140,
    card: true,
  },
  {
    field: 'operatingSystem',
    header: 'Operating System',
    value: (row) => row.operatingSystem,
    minWidth: 130,
    card: true,
  },
  { field: 'architecture', header: 'Architecture', value: (row) => row.architecture, width: 110 },
  { field: 'ipAddress', header: 'IP Address', value: (row) => row.ipAddress, width: 130 },
  {
    field: 'keyFingerprint',
    header: 'Fingerprint',
    value: (row) => row.keyFingerprint,
    render: (row) => <Identifier id={row.keyFingerprint} />,
    sortable: false,
    flex: 2,
    minWidth: 430,
    card: true,
  },
  {
    field: 'created',
    header: 'Created',
    value: (row) => row.created,
    render: (row) => <DateTime time={row.created} />,
    width: 170,
  },
  {
    field: 'lastPing',
    header: 'Last Ping',
    value: (row) => row.lastPing,
    render: (row) => <DateTime time={row.lastPing} />,
    width: 170,
  },
];
