import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import type { Backtest, BacktestMatch } from '@cfs/contracts/rule-backtests';
import { formatDate } from '../../../lib/texts/dates.ts';
import { linearScale, timeTicks } from '../../../ui/charts/chart-scales.ts';
import { chartStyle } from '../../../ui/charts/chart-style.ts';
import { useWidth } from '../../../ui/charts/use-width.ts';
import { changeTones, endOf, type BacktestChange } from './backtest-look.ts';

const [laneHeight, barHeight, axisHeight] = [36, 20, 26];
const [labelMargin, right] = [56, 12];
const pixelsPerTimeTick = 96;
/** The minimum width of a bar in pixels, so that short matches stay visible. */
const minBar = 3;

interface BacktestTimelineProps {
  readonly backtest: Backtest;
  readonly onChoose: (match: BacktestMatch) => void;
}

/**
 * The matches over the period: a lane for each kind of change, and a bar for each match. The table below lists them
 * too.
 */
export const BacktestTimeline = ({ backtest: { from, to, matches }, onChoose }: BacktestTimelineProps) => {
  const { width, setElement } = useWidth();
  const { good, bad, muted } = useTheme().tokens;
  const fills: Readonly<Record<BacktestChange, string>> = { New: bad.fill, Same: muted, Gone: good.fill };
  const lanes = (Object.keys(changeTones) as BacktestChange[]).filter((change) =>
    matches.some((match) => match.change === change),
  );
  const [start, end] = [Date.parse(from), Date.parse(to)];
  const x = linearScale([start, end], [labelMargin, Math.max(labelMargin + 1, width - right)]);
  const floor = lanes.length * laneHeight;
  const ticks = timeTicks(start, end, Math.max(2, Math.floor((width - labelMargin) / pixelsPerTimeTick)));
  return (
    <Box ref={setElement} sx={chartStyle} style={{ height: floor + axisHeight }}>
      {width > 0 && (
        <svg
          role="img"
          aria-label={`Matches from ${formatDate(from)} to ${formatDate(to)}, listed below`}
          width={width}
          height={floor + axisHeight}
        >
          {lanes.map((change, lane) => {
            const middle = (lane + 0.5) * laneHeight;
            return (
              <g key={change} data-lane={change}>
                <line className="chart-grid" x1={labelMargin} x2={width - right} y1={middle} y2={middle} />
                <text x={0} y={middle} dy="0.35em">
                  {change}
                </text>
                {matches
                  .filter((match) => match.change === change)
                  .map((match) => {
                    const left = x(Math.max(start, Date.parse(match.firstMatch)));
                    return (
                      <rect
                        key={`${match.subjectId} ${match.firstMatch}`}
                        x={left}
                        y={middle - barHeight / 2}
                        width={Math.max(minBar, x(endOf(match, to)) - left)}
                        height={barHeight}
                        rx="2"
                        fill={fills[change]}
                        opacity={0.75}
                        style={{ cursor: 'pointer' }}
                        onClick={() => onChoose(match)}
                      >
                        <title>{`${match.name}, ${formatDate(match.firstMatch)}`}</title>
                      </rect>
                    );
                  })}
              </g>
            );
          })}
          <line className="chart-axis" x1={labelMargin} x2={width - right} y1={floor} y2={floor} />
          {ticks.map(({ time, label }) => (
            <g key={time}>
              <line className="chart-axis" x1={x(time)} x2={x(time)} y1={floor} y2={floor + 4} />
              {x(time) < width - right - 32 && (
                <text x={x(time)} y={floor + 18} textAnchor="middle">
                  {label}
                </text>
              )}
            </g>
          ))}
        </svg>
      )}
    </Box>
  );
};
