import type { Reading } from '../packets/latest-packets.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Age } from '../../ui/date-time.tsx';
import type { Column } from '../../ui/data-table-column.ts';
import { Identifier } from '../../ui/identifier.tsx';
import { StateLabel } from '../../ui/state-label.tsx';
import type { DeviceRow } from './device-row.ts';

const none = 'N/A';
const percent = (value: number | null | undefined): string =>
  value === null || value === undefined ? none : value.toFixed(1);

/** Columns of the device list; CPU, memory and age come from the live readings. */
export const deviceColumns = (readings: ReadonlyMap<string, Reading>): readonly Column<DeviceRow>[] => [
  {
    field: 'name',
    header: 'Name',
    value: (row) => row.name,
    render: (row) => (
      <>
        {row.name}
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
  },
  {
    field: 'cpu',
    header: 'CPU %',
    value: (row) => percent(readings.get(row.deviceId)?.cpuPercent),
    sortable: false,
    width: 90,
    align: 'right',
    card: true,
  },
  {
    field: 'memory',
    header: 'Memory %',
    value: (row) => percent(readings.get(row.deviceId)?.memoryPercent),
    sortable: false,
    width: 100,
    align: 'right',
    card: true,
  },
  {
    field: 'age',
    header: 'Age',
    value: (row) => readings.get(row.deviceId)?.timestamp ?? none,
    render: (row) => <Age time={readings.get(row.deviceId)?.timestamp} />,
    sortable: false,
    width: 90,
    align: 'right',
    card: true,
  },
  { field: 'location', header: 'Location', value: (row) => row.location?.name, sortable: false, minWidth: 120 },
  {
    field: 'deviceId',
    header: 'Device ID',
    value: (row) => row.deviceId,
    render: (row) => <Identifier id={row.deviceId} />,
    width: 320,
  },
  {
    field: 'enabled',
    header: 'Enabled',
    value: (row) => row.enabled,
    render: (row) => <StateLabel tone={row.enabled ? 'good' : 'muted'}>{row.enabled ? 'Yes' : 'No'}</StateLabel>,
    width: 100,
  },
];
