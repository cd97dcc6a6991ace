import type { ChartPoint } from './line-chart.tsx';

const tenMinutes = 600_000;

/** How the time axis writes its moments: with seconds while all of them lie within ten minutes. */
export const timeFormat = (points: readonly ChartPoint[]): 'HH:mm' | 'HH:mm:ss' => {
  const times = points.map(({ time }) => time.getTime());
  return Math.max(...times) - Math.min(...times) < tenMinutes ? 'HH:mm:ss' : 'HH:mm';
};

/** Where the value axis starts: at 0 for readings within 0 to 100, as percentages are, and wherever they lie otherwise. */
export const valueFloor = (points: readonly ChartPoint[]): 0 | undefined =>
  points.every(({ value }) => value === null || (value >= 0 && value <= 100)) ? 0 : undefined;
