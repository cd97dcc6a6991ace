import { deviceTypes } from '@cfs/contracts/device-enumerations';
import { CopyButton } from '../../ui/text/copy-button.tsx';
import type { Column } from '../../ui/grid/data-table-column.ts';
import { namesOf } from '../../lib/lists/column-filter.ts';
import { enumName, enumWords } from '../../lib/texts/enumerations.ts';
import { Identifier } from '../../ui/text/identifier.tsx';
import { StateLabel } from '../../ui/text/state-label.tsx';
import { yesOrNo } from '../../lib/texts/yes-or-no.ts';
import { textColumn, yesOrNoColumn } from '../../ui/list/usual-columns.tsx';
import type { DeviceRow } from './device-row.ts';
import { CloneMark } from './clone-mark.tsx';
import { LiveAge, LivePercent } from './live-cells.tsx';

/** Live columns show values of packets, which the row does not contain. */
const noRowValue = () => undefined;

const inventoryColumn = (
  name: keyof NonNullable<DeviceRow['inventory']>,
  header: string,
  kind: 'number' | 'text' = 'text',
): Column<DeviceRow> => ({
  field: `inventory/${name}`,
  header,
  value: (row) => row.inventory?.[name],
  filter: { kind },
  sortable: false,
  isHidden: true,
  ...(kind === 'number' ? { align: 'right', width: 130 } : { minWidth: 120 }),
});

/** The columns of the device list; CPU, memory and age are from the live readings. */
export const deviceColumns: readonly Column<DeviceRow>[] = [
  textColumn('name', 'Name', {
    render: (row) => (
      <>
        {row.name}
        <CloneMark device={row} />
        <CopyButton
          text={row.name}
          label={`Copy name ${row.name}`}
          done={`Device Name: ${row.name} copied to clipboard.`}
        />
      </>
    ),
    flex: 1.5,
    minWidth: 160,
    card: true,
  }),
  {
    field: 'cpu',
    header: 'CPU %',
    value: noRowValue,
    render: (row) => <LivePercent device={row} of="cpuPercent" />,
    sortable: false,
    exported: 'latestPacket/cpuPercent',
    width: 124,
    align: 'right',
    card: true,
  },
  {
    field: 'memory',
    header: 'Memory %',
    value: noRowValue,
    render: (row) => <LivePercent device={row} of="memoryPercent" />,
    sortable: false,
    exported: 'latestPacket/memoryPercent',
    width: 124,
    align: 'right',
    card: true,
  },
  {
    field: 'age',
    header: 'Age',
    value: noRowValue,
    render: (row) => <LiveAge device={row} />,
    sortable: false,
    exported: 'latestPacket/timestamp',
    exportedHeader: 'Last Reading',
    filter: { kind: 'dateTime', path: 'latestPacket/timestamp', label: 'Last Reading' },
    width: 90,
    align: 'right',
    card: true,
  },
  yesOrNoColumn('isSilent', 'Not Reporting', { sortable: false, width: 130, isHidden: true }),
  {
    field: 'location',
    header: 'Location',
    value: (row) => row.location?.name,
    sortable: false,
    exported: 'location/name',
    filter: { kind: 'text', path: 'location/name' },
    minWidth: 120,
  },
  {
    field: 'deviceId',
    header: 'Device ID',
    value: (row) => row.deviceId,
    render: (row) => <Identifier id={row.deviceId} />,
    filter: { kind: 'guid' },
    width: 274,
  },
  yesOrNoColumn('enabled', 'Enabled', {
    render: (row) => <StateLabel tone={row.enabled ? 'good' : 'muted'}>{yesOrNo(row.enabled)}</StateLabel>,
    width: 100,
  }),
  textColumn('description', 'Description', { sortable: false, isHidden: true }),
  textColumn('tags', 'Tags', { sortable: false, isHidden: true }),
  {
    field: 'deviceTypeId',
    header: 'Type',
    value: (row) => enumName(deviceTypes, row.deviceTypeId),
    exportWords: enumWords(deviceTypes),
    filter: { kind: 'enumeration', options: namesOf(deviceTypes) },
    width: 110,
    isHidden: true,
  },
  {
    field: 'heartbeatInterval',
    header: 'Heartbeat (s)',
    value: (row) => row.heartbeatInterval,
    filter: { kind: 'number' },
    width: 130,
    align: 'right',
    isHidden: true,
  },
  inventoryColumn('osName', 'Operating System'),
  inventoryColumn('osVersion', 'System Version'),
  inventoryColumn('kernel', 'Kernel'),
  inventoryColumn('architecture', 'Architecture'),
  inventoryColumn('cpuModel', 'Processor'),
  inventoryColumn('cpuCores', 'Cores', 'number'),
  inventoryColumn('memoryMebibytes', 'Memory (MiB)', 'number'),
  inventoryColumn('manufacturer', 'Manufacturer'),
  inventoryColumn('model', 'Model'),
];
