import { formatDate } from '../../lib/texts/dates.ts';
import type { ChartFrame, ChartMark } from './time-chart.tsx';

interface ChartMarksProps {
  readonly frame: ChartFrame;
  readonly marks: readonly ChartMark[];
  readonly bottom: number;
}

const size = 5;

/** Moments at which something began (a filled triangle that points down) or ended (an empty one that points up). */
export const ChartMarks = ({ frame: { x, top }, marks, bottom }: ChartMarksProps) => (
  <g aria-hidden>
    {marks.map(({ key, time, kind, label }) => {
      const at = x(time);
      const [base, tip] = kind === 'opened' ? [top - 2 * size, top] : [top, top - 2 * size];
      return (
        <g key={key} data-mark={kind}>
          <title>{`${label}, ${formatDate(new Date(time).toISOString())}`}</title>
          <line
            className="chart-mark"
            x1={at}
            x2={at}
            y1={top}
            y2={bottom}
            strokeDasharray={kind === 'opened' ? undefined : '3 3'}
          />
          <path className={`chart-mark-${kind}`} d={`M${at - size},${base}L${at + size},${base}L${at},${tip}Z`} />
        </g>
      );
    })}
  </g>
);
