import type { OutboxMessage } from '@cfs/contracts/outbox';
import type { Column } from '../../ui/grid/data-table-column.ts';
import { textColumn, timeColumn } from '../../ui/list/usual-columns.tsx';

export const outboxSet = '/v1/outboxMessages';

export const outboxColumns: readonly Column<OutboxMessage>[] = [
  textColumn('subject', 'Subject', { isLink: true, sortable: false, flex: 3, minWidth: 240, card: true }),
  textColumn('recipient', 'To', { sortable: false, flex: 2, minWidth: 180, card: true }),
  timeColumn('created', 'When', { card: true }),
  textColumn('template', 'Template', { sortable: false, width: 200 }),
  { field: 'state', header: 'State', value: (row) => row.state, sortable: false, width: 90 },
  {
    field: 'tenant/name',
    header: 'Tenant',
    value: (row) => row.tenant?.name ?? '',
    filter: { kind: 'tenant', set: outboxSet, path: 'tenantId' },
    sortable: false,
    flex: 1,
    minWidth: 140,
  },
];
