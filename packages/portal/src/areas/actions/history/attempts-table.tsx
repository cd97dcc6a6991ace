import VisibilityIcon from '@mui/icons-material/VisibilityOutlined';
import { DateTime } from '../../../ui/text/date-time.tsx';
import { PlainTable, type PlainColumn } from '../../../ui/grid/plain-table.tsx';
import { RowAction } from '../../../ui/grid/row-action.tsx';
import { attemptName, type ActionHistoryEntry } from './action-history.ts';
import { ResultStatus } from './result-status.tsx';

interface AttemptsTableProps {
  readonly label: string;
  readonly entries: readonly ActionHistoryEntry[];
  readonly onOpen: (entry: ActionHistoryEntry) => void;
}

const nextAttemptColumn: PlainColumn<ActionHistoryEntry> = {
  header: 'Next attempt',
  cell: ({ nextAttempt }) => <DateTime time={nextAttempt} />,
  isNarrow: true,
  isWideOnly: true,
};

/** The attempts of one delivery. */
export const AttemptsTable = ({ label, entries, onOpen }: AttemptsTableProps) => (
  <PlainTable
    label={label}
    rowKey={(entry) => entry.actionHistoryId}
    rows={entries}
    columns={[
      { header: 'Attempt', cell: ({ attempt }) => attemptName(attempt), isNarrow: true },
      { header: 'Result', cell: ({ resultStatusId }) => <ResultStatus statusId={resultStatusId} />, isNarrow: true },
      { header: 'Response', cell: ({ responseStatus }) => responseStatus, align: 'right', isNarrow: true },
      {
        header: 'Duration (ms)',
        cell: ({ durationMilliseconds }) => durationMilliseconds,
        align: 'right',
        isNarrow: true,
        isWideOnly: true,
      },
      {
        header: 'Processed',
        cell: ({ actionProcessed }) => <DateTime time={actionProcessed} />,
        isNarrow: true,
        isWideOnly: true,
      },
      ...(entries.some(({ nextAttempt }) => nextAttempt !== null) ? [nextAttemptColumn] : []),
      {
        header: 'Details',
        cell: (entry) => (
          <RowAction
            label={`Details of attempt ${attemptName(entry.attempt)}`}
            icon={<VisibilityIcon />}
            onClick={() => onOpen(entry)}
          />
        ),
        isNarrow: true,
      },
    ]}
  />
);
