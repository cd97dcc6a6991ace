import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { PacketChart } from '@cfs/contracts/packet-charts';
import { formatNumber } from '../../ui/charts/chart-scales.ts';
import { TimeChart } from '../../ui/charts/time-chart.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { formatZone } from '../../lib/texts/dates.ts';
import { useMatchMarks, useThresholds } from './use-entity-chart.ts';

interface EntityChartProps {
  readonly entityId: string;
  readonly label: string;
  readonly unit: string | undefined;
  readonly chart: PacketChart;
}

const summaryOf = ({ points, states }: PacketChart, unit: string): string => {
  const parts: string[] = [];
  if (points.length > 0) {
    const count = points.reduce((sum, point) => sum + point.count, 0);
    const average = points.reduce((sum, point) => sum + point.average * point.count, 0) / count;
    const [min, max] = [
      Math.min(...points.map(({ minimum }) => minimum)),
      Math.max(...points.map(({ maximum }) => maximum)),
    ];
    const gaps = points.filter(({ isAfterGap }) => isAfterGap).length;
    parts.push(
      `${formatNumber(count)} ${count === 1 ? 'reading' : 'readings'}, ${formatNumber(min)} to ${formatNumber(max)}${unit}, average ${formatNumber(average)}${unit}`,
    );
    if (gaps > 0) parts.push(`${gaps} ${gaps === 1 ? 'gap' : 'gaps'}`);
  }
  if (states.length > 0) {
    const changes = states.reduce((sum, state) => sum + state.changes, 0) - 1;
    parts.push(`${changes} ${changes === 1 ? 'change' : 'changes'} of state`);
  }
  return parts.join('; ');
};

/** The readings of a range as a chart, with a summary in words. */
export const EntityChart = ({ entityId, label, unit, chart }: EntityChartProps) => {
  const marks = useMatchMarks(entityId, chart.from, chart.to);
  const thresholds = useThresholds(entityId);
  if (chart.points.length === 0 && chart.states.length === 0)
    return <EmptyState title="No readings in this range." hint="Choose a longer range." />;
  const summary = summaryOf(chart, unit ? ` ${unit}` : '');
  const opened = marks.filter(({ kind }) => kind === 'opened').length;
  return (
    <Box component="figure" sx={{ m: 0, minWidth: 0 }}>
      <TimeChart
        label={`${label}: ${summary}`}
        unit={unit}
        from={Date.parse(chart.from)}
        to={Date.parse(chart.to)}
        points={chart.points}
        states={chart.states}
        marks={marks}
        thresholds={thresholds}
      />
      <Typography component="figcaption" variant="body2" color="textSecondary">
        {summary}.{chart.resolution === 'Hours' && ' By hour: line at the average, area from minimum to maximum.'}
        {opened > 0 && ` ▼ ${opened === 1 ? 'a match opened' : `${opened} matches opened`}, △ closed.`} Times in{' '}
        {formatZone(chart.to)}.
      </Typography>
    </Box>
  );
};
