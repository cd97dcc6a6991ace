import { rollOutStates } from '@cfs/contracts/roll-out-enumerations';
import { namesOf } from '../../lib/lists/column-filter.ts';
import type { Column } from '../../ui/grid/data-table-column.ts';
import { textColumn, timeColumn } from '../../ui/list/usual-columns.tsx';
import { StateLabel } from '../../ui/text/state-label.tsx';
import { rollOutTones, type RollOutRow } from './roll-out-row.ts';

/** The columns of the list of roll-outs. */
export const rollOutColumns: readonly Column<RollOutRow>[] = [
  textColumn('packageName', 'Package', { sortable: false, isLink: true, flex: 1.5, minWidth: 140, card: true }),
  textColumn('version', 'Version', { sortable: false, width: 120, card: true }),
  {
    field: 'state',
    header: 'State',
    value: (row) => row.state,
    render: (row) => <StateLabel tone={rollOutTones[row.state]}>{row.state}</StateLabel>,
    filter: { kind: 'enumeration', options: namesOf(rollOutStates) },
    sortable: false,
    width: 130,
    card: true,
  },
  {
    field: 'stage',
    header: 'Stage',
    value: (row) => row.stage,
    filter: { kind: 'number' },
    sortable: false,
    width: 90,
    align: 'right',
    card: true,
  },
  {
    field: 'deviceCount',
    header: 'Devices',
    value: (row) => row.deviceCount,
    filter: { kind: 'number' },
    sortable: false,
    width: 100,
    align: 'right',
    card: true,
  },
  textColumn('detail', 'Reason', { sortable: false, minWidth: 160, isWideOnly: true }),
  timeColumn('created', 'Started', { isWideOnly: true }),
  textColumn('createdBy', 'Started By', { sortable: false, isHidden: true }),
  timeColumn('ended', 'Ended', { sortable: false, isHidden: true }),
];
