import type { OutboxMessage } from '@cfs/contracts/outbox';
import type { Column } from '../../ui/grid/data-table-column.ts';
import { DateTime } from '../../ui/text/date-time.tsx';

export const outboxSet = '/v1/outboxMessages';

export const outboxColumns: readonly Column<OutboxMessage>[] = [
  {
    field: 'subject',
    header: 'Subject',
    value: (row) => row.subject,
    isLink: true,
    filter: { kind: 'text' },
    sortable: false,
    flex: 3,
    minWidth: 240,
    card: true,
  },
  {
    field: 'recipient',
    header: 'To',
    value: (row) => row.recipient,
    filter: { kind: 'text' },
    sortable: false,
    flex: 2,
    minWidth: 180,
    card: true,
  },
  {
    field: 'created',
    header: 'When',
    value: (row) => row.created,
    render: (row) => <DateTime time={row.created} />,
    filter: { kind: 'dateTime' },
    width: 180,
    card: true,
  },
  {
    field: 'template',
    header: 'Template',
    value: (row) => row.template,
    filter: { kind: 'text' },
    sortable: false,
    width: 200,
  },
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
