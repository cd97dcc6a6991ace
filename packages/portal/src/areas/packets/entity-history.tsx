import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import TablePagination from '@mui/material/TablePagination';
import { blockHistory } from '@cfs/contracts/blocks';
import { historyPageSize, pollIntervals } from '@cfs/contracts/sizes';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../lib/api/api-client.ts';
import { pollEvery } from '../../lib/timing/polling.ts';
import { useTenantId } from '../../lib/tenant/use-tenant.ts';
import { chartHeight } from '../../ui/charts/time-chart.tsx';
import { DateTime } from '../../ui/text/date-time.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { FailedState } from '../../ui/feedback/failed-state.tsx';
import { QueryResult } from '../../ui/feedback/query-result.tsx';
import { PlainTable } from '../../ui/grid/plain-table.tsx';
import { EntityChart } from './entity-chart.tsx';
import { useHistoryRange } from './history-range.ts';
import { RangePicker } from './range-picker.tsx';
import { useEntityChart } from './use-entity-chart.ts';

const useHistory = (entityId: string, page: number) => {
  const tenantId = useTenantId();
  return useQuery({
    queryKey: ['history', tenantId, entityId, page],
    queryFn: async ({ signal }) =>
      blockHistory.parse(
        await api.get(`/v1/blocks/${entityId}/history?pageNumber=${page}&rowCount=${historyPageSize}`, { signal }),
      ),
    placeholderData: keepPreviousData,
    ...pollEvery(pollIntervals.packetDrawer),
  });
};

interface EntityHistoryProps {
  readonly entityId: string;
  /** The name of the value, for the label of the chart. */
  readonly label: string;
  readonly unit?: string | undefined;
}

/** Includes the usual height of the summary below a chart, so that the table does not move when the chart appears. */
const rangedChartHeight = { xs: chartHeight + 60, sm: chartHeight + 40 } as const;

/** The chart of the range in the URL. */
const RangedChart = ({ entityId, label, unit }: EntityHistoryProps) => {
  const { range, choose } = useHistoryRange();
  const chart = useEntityChart(entityId, range);
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
      <RangePicker range={range} onChoose={choose} />
      <Box sx={{ minHeight: rangedChartHeight, opacity: chart.isPlaceholderData ? 0.5 : 1 }}>
        {chart.data ? (
          <EntityChart entityId={entityId} label={label} unit={unit} chart={chart.data} />
        ) : chart.error ? (
          <FailedState error={chart.error} onRetry={() => void chart.refetch()} />
        ) : (
          <Skeleton variant="rounded" height={chartHeight} />
        )}
      </Box>
    </Box>
  );
};

/** The readings of an entity: a range as a chart, and all of them in a table, newest first. */
export const EntityHistory = ({ entityId, label, unit }: EntityHistoryProps) => {
  const [page, setPage] = useState(0);
  return (
    <QueryResult query={useHistory(entityId, page)}>
      {({ historyItems, totalCount }) => {
        if (totalCount === 0)
          return <EmptyState title="No History Found." hint="Readings appear here as they arrive." />;
        return (
          <Box sx={{ display: 'flex', flexDirection: 'column', gap: 4 }}>
            <RangedChart entityId={entityId} label={label} unit={unit} />
            <PlainTable
              label="History"
              rowKey={(item) => item.timestamp}
              columns={[
                { header: 'Time', cell: (item) => <DateTime time={item.timestamp} withAge />, isNarrow: true },
                { header: 'Received', cell: (item) => <DateTime time={item.receivedTimestamp} />, isWideOnly: true },
                { header: 'Value', cell: (item) => item.value ?? 'No data reported', align: 'right' },
              ]}
              rows={historyItems}
            />
            <TablePagination
              component="div"
              count={totalCount}
              page={page}
              rowsPerPage={historyPageSize}
              rowsPerPageOptions={[historyPageSize]}
              onPageChange={(_, next) => setPage(next)}
            />
          </Box>
        );
      }}
    </QueryResult>
  );
};
