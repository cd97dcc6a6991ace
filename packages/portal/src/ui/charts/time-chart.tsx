import type { ChartPoint, ChartState } from '@cfs/contracts/packet-charts';
import Box from '@mui/material/Box';
import { useId, useMemo, useState, type PointerEvent } from 'react';
import { ChartAxes } from './chart-axes.tsx';
import { nearestPoint } from './chart-paths.ts';
import { linearScale, timeTicks, valueTicks, type Scale } from './chart-scales.ts';
import { ChartNumbers } from './chart-numbers.tsx';
import { ChartMarks } from './chart-marks.tsx';
import { ChartStates } from './chart-states.tsx';
import { ChartThresholds } from './chart-thresholds.tsx';
import { ChartTooltip } from './chart-tooltip.tsx';
import { chartStyle } from './chart-style.ts';
import { useWidth } from './use-width.ts';

/** Something that began or ended at a moment. */
export interface ChartMark {
  readonly key: string;
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly kind: 'opened' | 'closed';
  readonly label: string;
}

/** A limit that something holds the values against. */
export interface ChartThreshold {
  readonly key: string;
  readonly value: number;
  readonly label: string;
}

interface TimeChartProps {
  /** The accessible name. */
  readonly label: string;
  readonly unit?: string | undefined;
  /** Milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
  readonly points: readonly ChartPoint[];
  readonly states: readonly ChartState[];
  readonly marks: readonly ChartMark[];
  readonly thresholds: readonly ChartThreshold[];
}

/** What the parts of a chart draw in, in CSS pixels. */
export interface ChartFrame {
  readonly x: Scale;
  readonly y: Scale;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const [left, right, top] = [52, 12, 18];
const numbersHeight = 208;
const statesHeight = 40;
const axisHeight = 24;
const pixelsPerTimeTick = 90;
const valueTickCount = 4;

/** A threshold far from the values is left out, so that it does not flatten the line. */
const near = (values: readonly number[], thresholds: readonly ChartThreshold[]): readonly ChartThreshold[] => {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const span = Math.max(most - least, Math.abs(most) / 2, Math.abs(least) / 2);
  return thresholds.filter(({ value }) => value >= least - span && value <= most + span);
};

/**
 * Readings over local time: numbers as a line with the area between minimum and maximum, texts as bands. Gaps, moments
 * and thresholds are marked. A pointer shows the reading below it; the same numbers belong into a table beside it.
 */
export const TimeChart = ({ label, unit, from, to, points, states, marks, thresholds }: TimeChartProps) => {
  const id = useId();
  const { width, setElement } = useWidth();
  const [pointed, setPointed] = useState<number>();
  const hasNumbers = points.length > 0;
  const drawing = useMemo(() => {
    const bottom = top + (hasNumbers ? numbersHeight : 0);
    const values = points.flatMap(({ minimum, maximum }) => [minimum, maximum]);
    const shown = hasNumbers ? near(values, thresholds) : [];
    const ticks = hasNumbers ? valueTicks([...values, ...shown.map(({ value }) => value)], valueTickCount) : [];
    const frame: ChartFrame = {
      x: linearScale([from, to], [left, Math.max(left + 1, width - right)]),
      y: linearScale([ticks[0] ?? 0, ticks.at(-1) ?? 1], [bottom, top]),
      left,
      right: Math.max(left + 1, width - right),
      top,
      bottom,
    };
    const times = timeTicks(from, to, Math.max(2, Math.floor((frame.right - left) / pixelsPerTimeTick)));
    return { frame, ticks, times, shown };
  }, [from, to, points, thresholds, hasNumbers, width]);
  const { frame, ticks, times, shown } = drawing;
  const height = frame.bottom + (states.length > 0 ? statesHeight : 0) + axisHeight;
  const point = pointed === undefined ? undefined : points[nearestPoint(points, pointed)];

  const onPointerMove = (event: PointerEvent): void => {
    const at = event.clientX - event.currentTarget.getBoundingClientRect().left;
    const share = (at - frame.left) / (frame.right - frame.left);
    setPointed(share >= 0 && share <= 1 ? from + share * (to - from) : undefined);
  };
  return (
    <Box ref={setElement} sx={chartStyle} style={{ height }}>
      {width > 0 && (
        <svg
          role="img"
          aria-label={label}
          width={width}
          height={height}
          onPointerMove={onPointerMove}
          onPointerLeave={() => setPointed(undefined)}
        >
          <ChartAxes frame={frame} ticks={ticks} times={times} unit={unit} height={height - axisHeight} />
          {hasNumbers && <ChartNumbers id={id} frame={frame} points={points} />}
          <ChartThresholds frame={frame} thresholds={shown} />
          {states.length > 0 && <ChartStates id={id} frame={frame} states={states} top={frame.bottom + 8} />}
          <ChartMarks frame={frame} marks={marks} bottom={height - axisHeight} />
          {pointed !== undefined && (
            <line
              className="chart-pointer"
              x1={frame.x(pointed)}
              x2={frame.x(pointed)}
              y1={top}
              y2={height - axisHeight}
            />
          )}
        </svg>
      )}
      {pointed !== undefined && (
        <ChartTooltip time={pointed} at={frame.x(pointed)} width={width} unit={unit} point={point} states={states} />
      )}
    </Box>
  );
};
