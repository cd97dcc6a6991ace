import { operationFrequencies } from '@cfs/contracts/operation-enumerations';
import { namesOf } from '../../lib/lists/column-filter.ts';
import { enumName, enumWords } from '../../lib/texts/enumerations.ts';
import type { Column } from '../../ui/grid/data-table-column.ts';
import { textColumn, yesOrNoColumn } from '../../ui/list/usual-columns.tsx';
import { StateLabel } from '../../ui/text/state-label.tsx';
import { isQueued, type DeviceOperationRow } from './device-operation-row.ts';
import { LiveValue, LiveValueAge } from './live-values.tsx';
import { inWords } from '../../lib/texts/in-words.ts';

const State = ({ row }: { readonly row: DeviceOperationRow }) => {
  if (isQueued(row)) return <StateLabel tone="underway">Queued</StateLabel>;
  return row.enabled ? <StateLabel tone="good">Enabled</StateLabel> : <StateLabel tone="muted">Disabled</StateLabel>;
};

const stateOf = (row: DeviceOperationRow): string => {
  if (isQueued(row)) return 'Queued';
  return row.enabled ? 'Enabled' : 'Disabled';
};

/** The columns of the operations of a device; value and age are from the latest packet. */
export const deviceOperationColumns: readonly Column<DeviceOperationRow>[] = [
  textColumn('label', 'Label', { isLink: true, flex: 1.4, minWidth: 120, card: true }),
  {
    field: 'operation/name',
    header: 'Operation',
    value: (row) => row.operation?.name,
    sortable: false,
    flex: 1,
    minWidth: 110,
    card: true,
  },
  {
    field: 'value',
    header: 'Value',
    value: () => undefined,
    render: (row) => <LiveValue deviceOperationId={row.deviceOperationId} />,
    sortable: false,
    exported: 'latestPacket/value',
    width: 96,
    align: 'right',
    card: true,
  },
  {
    field: 'age',
    header: 'Age',
    value: () => undefined,
    render: (row) => <LiveValueAge deviceOperationId={row.deviceOperationId} />,
    sortable: false,
    exported: 'latestPacket/timestamp',
    exportedHeader: 'Last Result',
    width: 72,
    align: 'right',
    card: true,
  },
  {
    field: 'state',
    header: 'State',
    value: stateOf,
    render: (row) => <State row={row} />,
    sortable: false,
    exported: false,
    width: 104,
    card: true,
  },
  {
    field: 'frequencyTypeId',
    header: 'Frequency',
    value: (row) => enumName(operationFrequencies, row.frequencyTypeId),
    render: (row) => inWords(enumName(operationFrequencies, row.frequencyTypeId)),
    exportWords: enumWords(operationFrequencies),
    filter: { kind: 'enumeration', options: namesOf(operationFrequencies) },
    width: 104,
    isWideOnly: true,
  },
  { field: 'interval', header: 'Interval', value: (row) => row.interval, sortable: false, width: 88, isHidden: true },
  {
    field: 'operation/package/name',
    header: 'Package',
    value: (row) => row.operation?.package?.name,
    sortable: false,
    isHidden: true,
  },
  yesOrNoColumn('enabled', 'Enabled', { sortable: false, isHidden: true, width: 90 }),
  textColumn('referenceId', 'Reference', { sortable: false, isHidden: true }),
];
