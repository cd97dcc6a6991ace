import type { ChartState } from '@cfs/contracts/packet-charts';
import { useTheme } from '@mui/material/styles';
import { stateFill, stateLabel } from './state-fill.ts';
import type { ChartFrame } from './time-chart.tsx';

interface ChartStatesProps {
  readonly id: string;
  readonly frame: ChartFrame;
  readonly states: readonly ChartState[];
  readonly top: number;
}

const height = 26;
/** Bands that are narrower bear no text. */
const minTextWidth = 30;

/** The texts that were reported, as bands that bear them. */
export const ChartStates = ({ id, frame: { x, left, right }, states, top }: ChartStatesProps) => {
  const { tokens } = useTheme();
  return (
    <g aria-hidden>
      {states.map((state) => {
        const start = Math.max(left, x(Date.parse(state.from)));
        const width = Math.max(2, Math.min(right, x(Date.parse(state.to))) - start);
        const { fill, text } = stateFill(state.value, tokens);
        const clip = `${id}-${state.from}`;
        return (
          <g key={state.from} data-state={state.value}>
            <rect className="chart-state" x={start} width={width} y={top} height={height} rx="2" fill={fill} />
            {width >= minTextWidth && (
              <>
                <clipPath id={clip}>
                  <rect x={start} width={width - 4} y={top} height={height} />
                </clipPath>
                <text x={start + 6} y={top + height / 2} dy="0.35em" clipPath={`url(#${clip})`} style={{ fill: text }}>
                  {stateLabel(state)}
                </text>
              </>
            )}
          </g>
        );
      })}
    </g>
  );
};
