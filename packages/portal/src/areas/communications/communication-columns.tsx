import {
  communicationStatusLabels,
  communicationStatusNames,
  isUpdateOverdue,
} from '@cfs/contracts/communication-enumerations';
import { useOverTime } from '../../lib/timing/use-over-time.ts';
import type { Column } from '../../ui/grid/data-table-column.ts';
import { dateTimeWidth } from '../../ui/grid/data-table-column.ts';
import { tenantColumn, textColumn, timeColumn, yesOrNoColumn } from '../../ui/list/usual-columns.tsx';
import { DateTime } from '../../ui/text/date-time.tsx';
import { StateLabel } from '../../ui/text/state-label.tsx';
import { communicationSet } from './communication-set.ts';
import type { CommunicationRow } from './communication-row.ts';

const overdueWidth = dateTimeWidth + 24;

/** The time of the next update; an overdue one is marked by colour, icon and tooltip. */
const NextUpdate = ({ row }: { readonly row: CommunicationRow }) => {
  const isOverdue = useOverTime((now) => isUpdateOverdue(row, now));
  const time = <DateTime time={row.nextUpdate} />;
  if (!isOverdue) return time;
  return (
    <StateLabel tone="bad">
      <span title="The next update is overdue">{time}</span>
    </StateLabel>
  );
};

export const communicationColumns: readonly Column<CommunicationRow>[] = [
  {
    field: 'publicWorkUnitCommunicationId',
    header: 'ID',
    value: (row) => row.publicWorkUnitCommunicationId,
    filter: { kind: 'number' },
    width: 80,
    align: 'right',
  },
  textColumn('title', 'Title', { isLink: true, flex: 3, minWidth: 220, card: true }),
  tenantColumn(communicationSet, { minWidth: 96 }),
  {
    field: 'status',
    header: 'Status',
    value: (row) => communicationStatusLabels[row.status],
    filter: {
      kind: 'enumeration',
      options: communicationStatusNames.map((name) => ({ value: name, label: communicationStatusLabels[name] })),
    },
    exportWords: { of: communicationStatusLabels },
    width: 200,
    card: true,
  },
  textColumn('currentImpact', 'Current Impact', { sortable: false, flex: 2, minWidth: 140 }),
  timeColumn('nextUpdate', 'Next Update', {
    render: (row) => <NextUpdate row={row} />,
    width: overdueWidth,
    card: true,
  }),
  textColumn('serviceManager', 'Service Manager', { sortable: false, minWidth: 140, isHidden: true }),
  timeColumn('eventResolved', 'Resolved', { isHidden: true }),
  timeColumn('created', 'Created', { isWideOnly: true }),
  textColumn('impactedServices', 'Impacted Services', { sortable: false, isHidden: true }),
  yesOrNoColumn('customerAssistanceRequired', 'Customer Assistance Required', { sortable: false, isHidden: true }),
  timeColumn('modified', 'Modified', { isHidden: true }),
];
