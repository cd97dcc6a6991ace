import Box from '@mui/material/Box';
import TablePagination from '@mui/material/TablePagination';
import { blockHistory, type BlockHistory } from '@cfs/contracts/blocks';
import { historyPageSize, pollIntervals } from '@cfs/contracts/sizes';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../lib/api/api-client.ts';
import { pollEvery } from '../../lib/polling.ts';
import { DateTime } from '../../ui/text/date-time.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { LineChart, type ChartPoint } from '../../ui/charts/line-chart.tsx';
import { QueryResult } from '../../ui/feedback/query-result.tsx';
import { PlainTable } from '../../ui/grid/plain-table.tsx';

type HistoryItem = BlockHistory['historyItems'][number];

const numberOf = (text: string | null): number | null =>
  text === null || text.trim() === '' || Number.isNaN(Number(text)) ? null : Number(text);

const pointsOf = (items: readonly HistoryItem[]): readonly ChartPoint[] =>
  items.map((item) => ({ time: new Date(item.timestamp), value: numberOf(item.value) })).reverse();

const useHistory = (entityId: string, page: number) =>
  useQuery({
    queryKey: ['history', entityId, page],
    queryFn: async ({ signal }) =>
      blockHistory.parse(
        await api.get(`/v1/blocks/${entityId}/history?pageNumber=${page}&rowCount=${historyPageSize}`, { signal }),
      ),
    placeholderData: keepPreviousData,
    ...pollEvery(pollIntervals.packetDrawer),
  });

/** The readings of an entity, newest first, as a chart and as a table of the same numbers. */
export const EntityHistory = ({ entityId, label }: { readonly entityId: string; readonly label: string }) => {
  const [page, setPage] = useState(0);
  return (
    <QueryResult query={useHistory(entityId, page)}>
      {({ historyItems, totalCount }) => {
        if (totalCount === 0)
          return <EmptyState title="No History Found." hint="Readings appear here as they arrive." />;
        const points = pointsOf(historyItems);
        return (
          <Box sx={{ display: 'flex', flexDirection: 'column', gap: 4 }}>
            {points.some((point) => point.value !== null) && <LineChart label={label} points={points} />}
            <PlainTable
              label="History"
              rowKey={(item) => item.timestamp}
              columns={[
                { header: 'Time', cell: (item) => <DateTime time={item.timestamp} withAge />, isNarrow: true },
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
