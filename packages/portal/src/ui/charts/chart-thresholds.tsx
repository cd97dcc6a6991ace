import type { ChartFrame, ChartThreshold } from './time-chart.tsx';

interface ChartThresholdsProps {
  readonly frame: ChartFrame;
  readonly thresholds: readonly ChartThreshold[];
}

/** The thresholds of the values, as dashed lines. */
export const ChartThresholds = ({ frame: { y, left, right }, thresholds }: ChartThresholdsProps) => (
  <g aria-hidden>
    {thresholds.map(({ key, value, label }) => (
      <g key={key} data-threshold={value}>
        <line className="chart-threshold" x1={left} x2={right} y1={y(value)} y2={y(value)} />
        <text className="chart-threshold-label" x={right - 2} y={y(value) - 4} textAnchor="end">
          {label}
        </text>
      </g>
    ))}
  </g>
);
