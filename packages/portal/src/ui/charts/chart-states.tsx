import { useTheme } from '@mui/material/styles';
import type { StateLane } from './state-lanes.ts';
import type { ChartFrame } from './time-chart.tsx';

interface ChartStatesProps {
  readonly id: string;
  readonly frame: ChartFrame;
  readonly lanes: readonly StateLane[];
  readonly top: number;
  readonly laneHeight: number;
}

const maxBandHeight = 28;
const labelMargin = 6;

/** The texts that were reported: a lane for each, with a band while it lasted. */
export const ChartStates = ({ id, frame: { x, left, right }, lanes, top, laneHeight }: ChartStatesProps) => {
  const { primary, compliance } = useTheme().tokens;
  const fills = [primary, compliance.NonCompliant, compliance.Poam, compliance.Exempt, compliance.Notset];
  const height = Math.min(maxBandHeight, laneHeight - 6);
  return (
    <g aria-hidden>
      <clipPath id={`${id}-labels`}>
        <rect x={0} width={left - labelMargin} y={top} height={laneHeight * lanes.length} />
      </clipPath>
      {lanes.map(({ label, states }, index) => {
        const middle = top + (index + 0.5) * laneHeight;
        return (
          <g key={label} data-lane={label}>
            <line className="chart-grid" x1={left} x2={right} y1={middle} y2={middle} />
            <text x={0} y={middle} dy="0.35em" clipPath={`url(#${id}-labels)`}>
              {label}
              <title>{label}</title>
            </text>
            {states.map(({ from, to }) => {
              const start = Math.max(left, x(Date.parse(from)));
              return (
                <rect
                  key={from}
                  x={start}
                  width={Math.max(2, Math.min(right, x(Date.parse(to))) - start)}
                  y={middle - height / 2}
                  height={height}
                  rx="2"
                  fill={fills[index % fills.length]?.fill}
                />
              );
            })}
          </g>
        );
      })}
    </g>
  );
};
