import { mailVerdictLabels, mailVerdicts, type MailVerdict, type ReceivedMail } from '@cfs/contracts/received-mails';
import type { Column } from '../../ui/grid/data-table-column.ts';
import { tenantColumn, textColumn, timeColumn } from '../../ui/list/usual-columns.tsx';
import { VerdictLabel } from './verdict-label.tsx';

/** The entity set of received mails. */
export const receivedMailSet = '/v1/receivedMails';

/** The columns of the list of received mails. */
export const receivedMailColumns: readonly Column<ReceivedMail>[] = [
  textColumn('subject', 'Subject', {
    value: (row) => row.subject || '(no subject)',
    isLink: true,
    sortable: false,
    flex: 3,
    minWidth: 220,
    card: true,
  }),
  textColumn('sender', 'From', { sortable: false, flex: 2, minWidth: 180, card: true }),
  {
    field: 'verdict',
    header: 'Verdict',
    value: (row) => mailVerdictLabels[row.verdict],
    render: (row) => <VerdictLabel verdict={row.verdict} />,
    filter: {
      kind: 'enumeration',
      options: (Object.keys(mailVerdicts) as MailVerdict[]).map((value) => ({
        value,
        label: mailVerdictLabels[value],
      })),
    },
    exportWords: { of: mailVerdictLabels },
    sortable: false,
    width: 180,
    card: true,
  },
  timeColumn('created', 'When', { card: true }),
  textColumn('recipient', 'To', { sortable: false, flex: 2, minWidth: 180, isHidden: true }),
  tenantColumn(receivedMailSet, { sortable: false, flex: 1, minWidth: 140 }),
];
