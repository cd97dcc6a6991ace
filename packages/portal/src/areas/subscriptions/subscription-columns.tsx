import type { Subscription } from '@cfs/contracts/subscriptions';
import type { Column } from '../../ui/grid/data-table-column.ts';
import { nameColumn, timeColumn } from '../../ui/list/usual-columns.tsx';

export const subscriptionColumns: readonly Column<Subscription>[] = [
  nameColumn({ flex: 1, minWidth: 160 }),
  timeColumn('created', 'Created', { isHidden: true }),
  timeColumn('modified', 'Modified', { card: true }),
];
