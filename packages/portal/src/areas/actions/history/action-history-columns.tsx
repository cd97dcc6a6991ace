import { resultStatuses } from '@cfs/contracts/action-enumerations';
import { enumName, enumOptions, enumWords } from '../../../lib/texts/enumerations.ts';
import type { Column } from '../../../ui/grid/data-table-column.ts';
import { timeColumn } from '../../../ui/list/usual-columns.tsx';
import { attemptName, type ActionHistoryRow } from './action-history.ts';
import { ResultStatus } from './result-status.tsx';

export const actionHistoryColumns: readonly Column<ActionHistoryRow>[] = [
  {
    field: 'actionDefinition/name',
    header: 'Action',
    value: (row) => row.actionDefinition?.name ?? 'Deleted action',
    exportWords: { empty: 'Deleted action' },
    isLink: true,
    sortable: false,
    flex: 1,
    minWidth: 140,
    card: true,
  },
  timeColumn('actionProcessed', 'Processed', { card: true }),
  {
    field: 'resultStatusId',
    header: 'Result',
    value: (row) => enumName(resultStatuses, row.resultStatusId),
    exportWords: enumWords(resultStatuses),
    render: (row) => <ResultStatus statusId={row.resultStatusId} />,
    filter: { kind: 'enumeration', options: enumOptions(resultStatuses) },
    sortable: false,
    width: 160,
    card: true,
  },
  {
    field: 'attempt',
    header: 'Attempt',
    value: (row) => attemptName(row.attempt),
    exportWords: { of: { '0': attemptName(0) } },
    sortable: false,
    width: 90,
    align: 'right',
  },
  {
    field: 'responseStatus',
    header: 'Response',
    value: (row) => row.responseStatus,
    filter: { kind: 'number' },
    sortable: false,
    width: 100,
    align: 'right',
  },
  {
    field: 'durationMilliseconds',
    header: 'Duration (ms)',
    value: (row) => row.durationMilliseconds,
    sortable: false,
    isWideOnly: true,
    width: 120,
    align: 'right',
  },
  {
    field: 'resultDetail',
    header: 'Detail',
    value: (row) => row.resultDetail,
    sortable: false,
    isWideOnly: true,
    flex: 2,
    minWidth: 160,
  },
];
