import type { ChartPoint } from '@cfs/contracts/packet-charts';

/** The numeric readings of an entity within one bucket of time. Times are milliseconds since 1970. */
export interface NumberBucket {
  readonly first: number;
  readonly last: number;
  readonly minimum: number;
  readonly maximum: number;
  readonly average: number;
  readonly count: number;
}

/** A silence longer than this many usual intervals between two readings is a gap. */
const gapFactor = 3;

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0;

/** The usual milliseconds between two readings. */
const usualDistance = (buckets: readonly NumberBucket[]): number => {
  const distances = buckets.reduce((sum, { count }) => sum + count - 1, 0);
  if (distances > buckets.length) return buckets.reduce((sum, { first, last }) => sum + last - first, 0) / distances;
  return median(buckets.slice(1).map(({ first }, index) => first - (buckets[index]?.last ?? first)));
};

/** Returns the milliseconds of silence above which a chart shows a gap. */
export const gapMilliseconds = (buckets: readonly NumberBucket[], bucketMilliseconds: number): number =>
  Math.max(gapFactor * usualDistance(buckets), 1.5 * bucketMilliseconds);

/** Returns the points of a chart in order of time; `isAfterGap` marks those before which readings are missing. */
export const toChartPoints = (buckets: readonly NumberBucket[], gap: number): ChartPoint[] =>
  buckets.map(({ first, last, ...numbers }, index) => {
    const before = buckets[index - 1];
    return {
      from: new Date(first).toISOString(),
      to: new Date(last).toISOString(),
      ...numbers,
      isAfterGap: before !== undefined && first - before.last > gap,
    };
  });
