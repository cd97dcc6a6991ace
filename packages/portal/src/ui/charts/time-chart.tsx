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
import { lanesOf } from './state-lanes.ts';
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

/** A limit that the values are compared with. */
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
  readonly states?: readonly ChartState[];
  readonly marks?: readonly ChartMark[];
  readonly thresholds?: readonly ChartThreshold[];
  readonly height?: number;
}

/** The scales and edges of the area in which the parts of a chart draw, in CSS pixels. */
export interface ChartFrame {
  readonly x: Scale;
  readonly y: Scale;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const [right, top] = [12, 18];
/** Room for the labels of values, and of states. */
const [valueMargin, stateMargin] = [52, 84];
/** The usual height of a chart. */
export const chartHeight = 250;
const [maxLanes, maxLanesBesideNumbers] = [6, 4];
const laneBesideNumbers = 24;
const axisHeight = 24;
const none: readonly never[] = [];
const pixelsPerTimeTick = 66;
const valueTickCount = 4;

/** A threshold far from the values is left out, so that it does not flatten the line. */
const near = (values: readonly number[], thresholds: readonly ChartThreshold[]): readonly ChartThreshold[] => {
  const [min, max] = [Math.min(...values), Math.max(...values)];
  const span = Math.max(max - min, Math.abs(max) / 2, Math.abs(min) / 2);
  return thresholds.filter(({ value }) => value >= min - span && value <= max + span);
};

/**
 * Readings over local time: numbers as a line with the area between minimum and maximum, texts as bands. Gaps, moments
 * and thresholds are marked. The pointer shows the reading below it; show the same numbers in a table next to the
 * chart.
 */
export const TimeChart = (props: TimeChartProps) => {
  const { label, unit, from, to, points, states = none, marks = none, thresholds = none } = props;
  const { height = chartHeight } = props;
  const id = useId();
  const { width, setElement } = useWidth();
  const [pointed, setPointed] = useState<number>();
  const hasNumbers = points.length > 0;
  const drawing = useMemo(() => {
    const lanes = lanesOf(states, hasNumbers ? maxLanesBesideNumbers : maxLanes);
    const left = lanes.length > 0 ? stateMargin : valueMargin;
    const floor = height - axisHeight;
    const bottom = hasNumbers ? floor - lanes.length * laneBesideNumbers : top;
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
    return { frame, ticks, times, shown, lanes, floor };
  }, [from, to, points, states, thresholds, hasNumbers, width, height]);
  const { frame, ticks, times, shown, lanes, floor } = drawing;
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
          <ChartAxes frame={frame} ticks={ticks} times={times} unit={unit} floor={floor} />
          {hasNumbers && <ChartNumbers id={id} frame={frame} points={points} />}
          <ChartThresholds frame={frame} thresholds={shown} />
          {lanes.length > 0 && (
            <ChartStates
              id={id}
              frame={frame}
              lanes={lanes}
              top={frame.bottom}
              laneHeight={(floor - frame.bottom) / lanes.length}
            />
          )}
          <ChartMarks frame={frame} marks={marks} bottom={floor} />
          {pointed !== undefined && (
            <line className="chart-pointer" x1={frame.x(pointed)} x2={frame.x(pointed)} y1={top} y2={floor} />
          )}
        </svg>
      )}
      {pointed !== undefined && (
        <ChartTooltip time={pointed} at={frame.x(pointed)} width={width} unit={unit} point={point} states={states} />
      )}
    </Box>
  );
};
