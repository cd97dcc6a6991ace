import type { ResolutionCenterUnit } from '@cfs/contracts/resolution-center';
import type { Column } from '../../ui/data-table-column.ts';
import { DateTime } from '../../ui/date-time.tsx';
import { LinkCell } from '../../ui/link-cell.tsx';
import { StateLabel } from '../../ui/state-label.tsx';
import { statusOf } from './request.ts';

export const requestColumns = (
  onOpen: (unit: ResolutionCenterUnit) => void,
): readonly Column<ResolutionCenterUnit>[] => [
  { field: 'publicWorkUnitId', header: 'ID', value: (row) => row.publicWorkUnitId, width: 90, align: 'right' },
  {
    field: 'title',
    header: 'Title',
    value: (row) => row.title,
    render: (row) => <LinkCell text={row.title} onClick={() => onOpen(row)} />,
    flex: 2,
    minWidth: 220,
    card: true,
  },
  {
    field: 'stateId',
    header: 'Status',
    value: statusOf,
    render: (row) => <StateLabel tone={statusOf(row) === 'Done' ? 'good' : 'underway'}>{statusOf(row)}</StateLabel>,
    width: 120,
    card: true,
  },
  {
    field: 'created',
    header: 'Created',
    value: (row) => row.created,
    render: (row) => <DateTime time={row.created} withAge />,
    width: 240,
    card: true,
  },
];
