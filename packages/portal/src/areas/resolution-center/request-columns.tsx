import type { ResolutionCenterUnit } from '@cfs/contracts/resolution-center';
import { finishedStates } from '@cfs/contracts/work-unit-enumerations';
import type { Column } from '../../ui/grid/data-table-column.ts';
import { DateTime } from '../../ui/text/date-time.tsx';
import { StateLabel } from '../../ui/text/state-label.tsx';
import { textColumn } from '../../ui/list/usual-columns.tsx';
import { statusOf } from './request.ts';

export const requestColumns: readonly Column<ResolutionCenterUnit>[] = [
  {
    field: 'publicWorkUnitId',
    header: 'ID',
    value: (row) => row.publicWorkUnitId,
    filter: { kind: 'number' },
    width: 90,
    align: 'right',
  },
  textColumn('title', 'Title', { isLink: true, flex: 2, minWidth: 220, card: true }),
  {
    field: 'stateId',
    header: 'Status',
    value: statusOf,
    exportWords: { of: Object.fromEntries(finishedStates.map((state) => [state, 'Done'])), other: 'Active' },
    render: (row) => <StateLabel tone={statusOf(row) === 'Done' ? 'good' : 'underway'}>{statusOf(row)}</StateLabel>,
    width: 120,
    card: true,
  },
  {
    field: 'created',
    header: 'Created',
    value: (row) => row.created,
    render: (row) => <DateTime time={row.created} withAge />,
    filter: { kind: 'dateTime' },
    width: 240,
    card: true,
  },
];
