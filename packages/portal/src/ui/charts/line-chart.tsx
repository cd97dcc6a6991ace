import Skeleton from '@mui/material/Skeleton';
import { lazy, Suspense } from 'react';

export interface ChartPoint {
  readonly time: Date;
  /** `null` is drawn as a gap. */
  readonly value: number | null;
}

export interface LineChartProps {
  /** The name of the series, also the accessible name. */
  readonly label: string;
  readonly unit?: string;
  readonly points: readonly ChartPoint[];
  readonly height?: number;
}

const Canvas = lazy(async () => ({ default: (await import('./line-chart-canvas.tsx')).LineChartCanvas }));

/** A line over local time. The charts library is loaded with the first chart. */
export const LineChart = (props: LineChartProps) => (
  <Suspense fallback={<Skeleton variant="rounded" height={props.height ?? 240} />}>
    <Canvas {...props} />
  </Suspense>
);
