import type { PendingDevice } from '@cfs/contracts/pending-devices';
import { DateTime } from '../../ui/text/date-time.tsx';
import { dateTimeWidth, type Column } from '../../ui/grid/data-table-column.ts';
import { Identifier } from '../../ui/text/identifier.tsx';

const text = { kind: 'text' } as const;
const time = { kind: 'dateTime' } as const;

export const pendingDeviceColumns: readonly Column<PendingDevice>[] = [
  {
    field: 'machineName',
    header: 'Machine Name',
    value: (row) => row.machineName,
    filter: text,
    flex: 1.2,
    minWidth: 170,
    card: true,
  },
  {
    field: 'operatingSystem',
    header: 'Operating System',
    value: (row) => row.operatingSystem,
    filter: text,
    minWidth: 160,
    card: true,
  },
  { field: 'architecture', header: 'Architecture', value: (row) => row.architecture, filter: text, width: 124 },
  { field: 'ipAddress', header: 'IP Address', value: (row) => row.ipAddress, filter: text, width: 130 },
  {
    field: 'keyFingerprint',
    header: 'Fingerprint',
    value: (row) => row.keyFingerprint,
    filter: text,
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
    filter: time,
    width: dateTimeWidth,
  },
  {
    field: 'lastPing',
    header: 'Last Ping',
    value: (row) => row.lastPing,
    render: (row) => <DateTime time={row.lastPing} />,
    filter: time,
    width: dateTimeWidth,
  },
  {
    field: 'agentVersion',
    header: 'Agent Version',
    value: (row) => row.agentVersion,
    filter: text,
    width: 120,
    isHidden: true,
  },
];
