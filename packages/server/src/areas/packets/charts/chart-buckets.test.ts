import { describe, expect, it } from 'vitest';
import { gapMilliseconds, toChartPoints, type NumberBucket } from './chart-buckets.ts';

const at = (first: number, last = first, count = 1): NumberBucket => ({
  first,
  last,
  minimum: 1,
  maximum: 3,
  average: 2,
  count,
});
const gapsOf = (buckets: readonly NumberBucket[], bucket = 1) =>
  toChartPoints(buckets, gapMilliseconds(buckets, bucket)).map(({ isAfterGap }) => isAfterGap);

describe('points of a chart', () => {
  it('marks a silence of more than three usual intervals as a gap', () => {
    expect(gapsOf([at(0), at(10), at(20), at(50), at(60), at(91)])).toEqual([false, false, false, false, false, true]);
  });

  it('computes the usual interval from readings that share a bucket', () => {
    const buckets = [at(0, 90, 10), at(100, 190, 10), at(225, 300, 8)];
    expect(gapsOf(buckets)).toEqual([false, false, true]);
  });

  it('marks no gap that is shorter than one and a half buckets', () => {
    expect(gapsOf([at(0), at(10), at(20), at(60)], 30)).toEqual([false, false, false, false]);
  });

  it('has no gap before the first point', () => {
    expect(gapsOf([at(1_000_000)])).toEqual([false]);
    expect(toChartPoints([], 0)).toEqual([]);
  });
});
