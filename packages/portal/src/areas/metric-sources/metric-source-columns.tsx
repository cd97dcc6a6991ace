import type { MetricSource } from '@cfs/contracts/metric-sources';
import { metricProtocols, metricSourceStatuses } from '@cfs/contracts/metric-source-enumerations';
import type { FilterOption } from '../../lib/lists/column-filter.ts';
import type { Column } from '../../ui/grid/data-table-column.ts';
import { nameColumn, textColumn, timeColumn } from '../../ui/list/usual-columns.tsx';
import { StateLabel } from '../../ui/text/state-label.tsx';
import { metricSourceTones } from './metric-source-row.ts';

/** Uses the names as labels without splitting them into words: OpenTelemetry is one word. */
const optionsOf = (enumeration: object): readonly FilterOption[] =>
  Object.keys(enumeration).map((name) => ({ value: name, label: name }));

/** The columns of the list of metric sources. */
export const metricSourceColumns: readonly Column<MetricSource>[] = [
  nameColumn({ minWidth: 180 }),
  {
    field: 'status',
    header: 'Status',
    value: (row) => row.status,
    render: (row) => <StateLabel tone={metricSourceTones[row.status]}>{row.status}</StateLabel>,
    filter: { kind: 'enumeration', options: optionsOf(metricSourceStatuses) },
    width: 124,
    card: true,
  },
  {
    field: 'protocol',
    header: 'Protocol',
    value: (row) => row.protocol,
    filter: { kind: 'enumeration', options: optionsOf(metricProtocols) },
    width: 140,
    card: true,
  },
  textColumn('identity', 'Identity', { sortable: false, flex: 3, minWidth: 240, isWideOnly: true }),
  {
    field: 'fieldCount',
    header: 'Fields',
    value: (row) => row.fieldCount,
    filter: { kind: 'number' },
    width: 90,
    align: 'right',
  },
  timeColumn('firstSeen', 'First Seen', { isWideOnly: true }),
  timeColumn('lastSeen', 'Last Seen', { card: true }),
];
