import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { FailedState } from '../../ui/feedback/failed-state.tsx';
import { PlainTable, type PlainColumn } from '../../ui/grid/plain-table.tsx';
import { SeverityChip } from '../../ui/text/severity-chip.tsx';
import { attainmentLines, type AttainmentLine } from './attainment-weeks.ts';
import { useAttainment } from './service-level-queries.ts';

const weeksShown = 12;

const columns: readonly PlainColumn<AttainmentLine>[] = [
  { header: 'Week of', cell: (line) => line.week, isNarrow: true },
  { header: 'Target', cell: (line) => line.kind, isNarrow: true },
  {
    header: 'Severity',
    cell: (line) => (line.severity === 'All' ? <strong>All</strong> : <SeverityChip severity={line.severity} />),
  },
  { header: 'Met', cell: (line) => line.met, align: 'right', isNarrow: true, isWideOnly: true },
  { header: 'Missed', cell: (line) => line.breached, align: 'right', isNarrow: true, isWideOnly: true },
  { header: 'Share met', cell: (line) => `${line.share} %`, align: 'right', isNarrow: true },
];

/** How many targets were met and missed in each of the last weeks. */
export const AttainmentTab = () => {
  const { data, error, refetch } = useAttainment(weeksShown);
  if (error) return <FailedState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton variant="rounded" height={240} />;
  if (data.length === 0)
    return (
      <EmptyState
        title="No targets met or missed yet"
        hint={`Work units whose targets were met or missed in the last ${weeksShown} weeks are counted here.`}
      />
    );
  return (
    <Box sx={{ maxWidth: 760, minHeight: 0, overflow: 'auto' }}>
      <PlainTable
        label="Attainment by week"
        columns={columns}
        rows={attainmentLines(data)}
        rowKey={({ week, kind, severity }) => `${week} ${kind} ${severity}`}
      />
    </Box>
  );
};
