import Skeleton from '@mui/material/Skeleton';
import { lazy, Suspense } from 'react';

export interface ChartPoint {
  readonly time: Date;
  /** A gap is `null` and is drawn as one. */
  readonly value: number | null;
}

export interface LineChartProps {
  /** What the line shows, read out and written beside it. */
  readonly label: string;
  readonly unit?: string;
  readonly points: readonly ChartPoint[];
  readonly height?: number;
}

const Canvas = lazy(async () => ({ default: (await import('./line-chart-canvas.tsx')).LineChartCanvas }));

/** One line over local time. The charts library is loaded when the first chart appears. */
export const LineChart = (props: LineChartProps) => (
  <Suspense fallback={<Skeleton variant="rounded" height={props.height ?? 240} />}>
    <Canvas {...props} />
  </Suspense>
);
