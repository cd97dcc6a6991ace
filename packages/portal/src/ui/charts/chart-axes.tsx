import { formatNumber, type TimeTick } from './chart-scales.ts';
import type { ChartFrame } from './time-chart.tsx';

interface ChartAxesProps {
  readonly frame: ChartFrame;
  readonly ticks: readonly number[];
  readonly times: readonly TimeTick[];
  readonly unit: string | undefined;
  /** The y coordinate of the time axis. */
  readonly floor: number;
}

/** Half of the width that a label of the time axis may take. */
const halfLabel = 36;

/** The axes with round values and round local times, and their lines. */
export const ChartAxes = ({ frame, ticks, times, unit, floor }: ChartAxesProps) => (
  <g aria-hidden>
    {ticks.map((value) => (
      <g key={value}>
        <line className="chart-grid" x1={frame.left} x2={frame.right} y1={frame.y(value)} y2={frame.y(value)} />
        <text x={frame.left - 6} y={frame.y(value)} dy="0.35em" textAnchor="end">
          {formatNumber(value)}
        </text>
      </g>
    ))}
    {unit && ticks.length > 0 && (
      <text x={frame.left - 6} y={8} textAnchor="end">
        {unit}
      </text>
    )}
    <line className="chart-axis" x1={frame.left} x2={frame.right} y1={floor} y2={floor} />
    {times.map(({ time, label }) => (
      <g key={time}>
        <line className="chart-axis" x1={frame.x(time)} x2={frame.x(time)} y1={floor} y2={floor + 4} />
        {frame.x(time) <= frame.right - halfLabel + 12 && (
          <text x={Math.max(frame.x(time), halfLabel)} y={floor + 18} textAnchor="middle">
            {label}
          </text>
        )}
      </g>
    ))}
  </g>
);
