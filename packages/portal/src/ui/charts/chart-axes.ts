import type { ChartPoint } from './line-chart.tsx';

const tenMinutesInMilliseconds = 600_000;

/** The time format of the axis: with seconds if all points lie within ten minutes. */
export const timeFormat = (points: readonly ChartPoint[]): 'HH:mm' | 'HH:mm:ss' => {
  const times = points.map(({ time }) => time.getTime());
  return Math.max(...times) - Math.min(...times) < tenMinutesInMilliseconds ? 'HH:mm:ss' : 'HH:mm';
};

/** The minimum of the value axis: 0 if all readings lie within 0 to 100, as percentages do; otherwise automatic. */
export const valueFloor = (points: readonly ChartPoint[]): 0 | undefined =>
  points.every(({ value }) => value === null || (value >= 0 && value <= 100)) ? 0 : undefined;
