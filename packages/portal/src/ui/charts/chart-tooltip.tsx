import type { ChartPoint, ChartState } from '@cfs/contracts/packet-charts';
import Box from '@mui/material/Box';
import { formatDate, formatTime } from '../../lib/texts/dates.ts';
import { formatNumber } from './chart-scales.ts';
import { middleOf } from './chart-paths.ts';
import { stateLabel } from './state-lanes.ts';

interface ChartTooltipProps {
  /** Milliseconds since 1970. */
  readonly time: number;
  /** Pixels from the left edge of the chart. */
  readonly at: number;
  readonly width: number;
  readonly unit: string | undefined;
  readonly point: ChartPoint | undefined;
  readonly states: readonly ChartState[];
}

const boxWidth = 220;
const margin = 12;

const describe = ({ minimum, maximum, average, count }: ChartPoint, unit: string): string =>
  count === 1
    ? `${formatNumber(average)}${unit}`
    : `${formatNumber(average)}${unit} on average, ${formatNumber(minimum)} to ${formatNumber(maximum)}, ${count} readings`;

/** The reading below the pointer. */
export const ChartTooltip = ({ time, at, width, unit, point, states }: ChartTooltipProps) => {
  const state = states.find(({ from, to }) => Date.parse(from) <= time && time < Date.parse(to));
  const shown = new Date(point && !state ? middleOf(point) : time).toISOString();
  const left = at + margin + boxWidth > width ? at - margin - boxWidth : at + margin;
  return (
    <Box
      aria-hidden
      sx={{
        position: 'absolute',
        top: 24,
        width: boxWidth,
        p: 2,
        fontSize: 12,
        borderRadius: 1,
        border: 1,
        borderColor: 'divider',
        bgcolor: 'background.paper',
        boxShadow: 2,
        pointerEvents: 'none',
        zIndex: 1,
      }}
      style={{ left: Math.max(0, left) }}
    >
      <Box sx={{ color: 'text.secondary' }}>
        {formatDate(shown)} ({formatTime(shown)})
      </Box>
      {point && <Box sx={{ fontWeight: 600 }}>{describe(point, unit ? ` ${unit}` : '')}</Box>}
      {state && <Box sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{stateLabel(state)}</Box>}
    </Box>
  );
};
