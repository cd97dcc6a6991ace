import type { ChartPoint } from '@cfs/contracts/packet-charts';
import { gapsOf, linePath, middleOf, rangePath, segmentsOf } from './chart-paths.ts';
import type { ChartFrame } from './time-chart.tsx';

interface ChartNumbersProps {
  readonly id: string;
  readonly frame: ChartFrame;
  readonly points: readonly ChartPoint[];
}

/** Points up to this number are drawn as dots, too. */
const maxDots = 60;

/** The line of a chart, its area between minimum and maximum, and its gaps. */
export const ChartNumbers = ({ id, frame: { x, y, top, bottom }, points }: ChartNumbersProps) => {
  const segments = segmentsOf(points);
  const dots = points.length <= maxDots ? points : segments.flatMap((segment) => (segment.length === 1 ? segment : []));
  return (
    <g aria-hidden>
      <defs>
        <pattern id={`${id}-hatch`} width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <line className="chart-hatch" x1="0" y1="0" x2="0" y2="8" />
        </pattern>
      </defs>
      {gapsOf(points).map(({ from, to }) => (
        <rect
          key={from}
          className="chart-gap"
          data-gap
          x={x(from)}
          width={Math.max(1, x(to) - x(from))}
          y={top}
          height={bottom - top}
          fill={`url(#${id}-hatch)`}
        />
      ))}
      {segments.map((segment) => (
        <path key={`range ${segment[0]?.from}`} className="chart-range" d={rangePath(segment, x, y)} />
      ))}
      {segments.map((segment) => (
        <path key={`line ${segment[0]?.from}`} className="chart-line" d={linePath(segment, x, y)} />
      ))}
      {dots.map((point) => (
        <circle key={point.from} className="chart-dot" cx={x(middleOf(point))} cy={y(point.average)} r="2.5" />
      ))}
    </g>
  );
};
