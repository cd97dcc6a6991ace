import type { ControlSetTrend } from '@cfs/contracts/compliance';
import { compliantShare, controlStatusLabels, controlStatusNames } from '@cfs/contracts/control-statuses';
import type { ChartPoint } from '@cfs/contracts/packet-charts';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import dayjs from 'dayjs';
import { useMemo } from 'react';
import { TimeChart } from '../../../ui/charts/time-chart.tsx';
import { PlainTable, type PlainColumn } from '../../../ui/grid/plain-table.tsx';

interface TrendWeek {
  readonly week: string;
  readonly recorded: number;
  readonly share: number | undefined;
  readonly counts: ControlSetTrend['weeks'][number];
}

const chartHeight = 150;

const columns: readonly PlainColumn<TrendWeek>[] = [
  { header: 'Week of', cell: ({ week }) => dayjs(week).format('D MMM YYYY'), isNarrow: true },
  {
    header: 'Compliant share',
    cell: ({ share }) => (share === undefined ? 'No record' : `${share.toFixed(1)} %`),
    align: 'right',
    isNarrow: true,
  },
  { header: 'Recorded', cell: ({ recorded }) => recorded, align: 'right', isNarrow: true },
  ...controlStatusNames.map((status): PlainColumn<TrendWeek> => ({
    header: controlStatusLabels[status],
    cell: ({ counts }) => counts[status],
    align: 'right',
    isNarrow: true,
  })),
];

const pointsOf = (weeks: readonly TrendWeek[]): readonly ChartPoint[] => {
  let isAfterGap = false;
  return weeks.flatMap(({ week, share }): ChartPoint[] => {
    if (share === undefined) {
      isAfterGap = true;
      return [];
    }
    const time = dayjs(week).toISOString();
    const value = Math.round(share * 10) / 10;
    const point = { from: time, to: time, minimum: value, maximum: value, average: value, count: 1, isAfterGap };
    isAfterGap = false;
    return [point];
  });
};

/** The compliant share of a control set by week, as a line and as a table. */
export const ComplianceTrend = ({ trend }: { readonly trend: ControlSetTrend }) => {
  const weeks = useMemo(
    () =>
      trend.weeks.map((counts): TrendWeek => ({
        week: counts.week,
        recorded: controlStatusNames.reduce((sum, status) => sum + counts[status], 0),
        share: compliantShare(counts, trend.controls),
        counts,
      })),
    [trend],
  );
  const points = useMemo(() => pointsOf(weeks), [weeks]);
  const shares = weeks.flatMap(({ share }) => share ?? []);
  const newest = weeks.findLast(({ share }) => share !== undefined);
  const [first, last] = [weeks[0]?.week, weeks.at(-1)?.week];
  return (
    <Box component="section" aria-label="Trend" sx={{ flexShrink: 0 }}>
      <Typography variant="h3" component="h2" sx={{ fontSize: 14 }}>
        {newest?.share === undefined
          ? 'No statuses yet: record them in the checklist'
          : `Compliant share: ${newest.share.toFixed(1)} % in the week of ${dayjs(newest.week).format('D MMM YYYY')}, with ${newest.recorded} of ${trend.controls} recorded`}
      </Typography>
      {points.length > 1 && first !== undefined && last !== undefined && (
        <TimeChart
          label={`Compliant share by week, from ${shares[0]?.toFixed(1)} % to ${newest?.share?.toFixed(1)} %`}
          unit="%"
          from={dayjs(first).valueOf()}
          to={dayjs(last).valueOf()}
          points={points}
          height={chartHeight}
        />
      )}
      <Box component="details" sx={{ fontSize: 13, '& summary': { cursor: 'pointer', width: 'fit-content' } }}>
        <summary>The trend as a table</summary>
        <PlainTable
          label="Compliant share by week"
          columns={columns}
          rows={weeks.toReversed()}
          rowKey={({ week }) => week}
          maxHeight={240}
        />
      </Box>
    </Box>
  );
};
