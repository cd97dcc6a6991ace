import type { Subscription } from '@cfs/contracts/subscriptions';
import { dateTimeWidth, type Column } from '../../ui/grid/data-table-column.ts';
import { DateTime } from '../../ui/text/date-time.tsx';

export const subscriptionColumns: readonly Column<Subscription>[] = [
  {
    field: 'name',
    header: 'Name',
    value: (row) => row.name,
    isLink: true,
    filter: { kind: 'text' },
    flex: 1,
    minWidth: 160,
    card: true,
  },
  {
    field: 'created',
    header: 'Created',
    value: (row) => row.created,
    render: (row) => <DateTime time={row.created} />,
    filter: { kind: 'dateTime' },
    width: dateTimeWidth,
    isHidden: true,
  },
  {
    field: 'modified',
    header: 'Modified',
    value: (row) => row.modified,
    render: (row) => <DateTime time={row.modified} />,
    filter: { kind: 'dateTime' },
    width: dateTimeWidth,
    card: true,
  },
];
