import type { ChartPoint } from '@cfs/contracts/packet-charts';
import { describe, expect, it } from 'vitest';
import { gapsOf, linePath, nearestPoint, rangePath, segmentsOf } from './chart-paths.ts';

const at = (second: number, average: number, isAfterGap = false, spread = 0): ChartPoint => ({
  from: new Date(second * 1_000).toISOString(),
  to: new Date(second * 1_000).toISOString(),
  minimum: average - spread,
  maximum: average + spread,
  average,
  count: 1,
  isAfterGap,
});
const [x, y] = [(time: number) => time / 1_000, (value: number) => 100 - value];
const points = [at(0, 1), at(10, 2), at(50, 3, true), at(60, 4)];

describe('paths of a chart', () => {
  it('do not cross a gap', () => {
    expect(segmentsOf(points).map((segment) => linePath(segment, x, y))).toEqual(['M0,99L10,98', 'M50,97L60,96']);
    expect(gapsOf(points)).toEqual([{ from: 10_000, to: 50_000 }]);
  });

  it('have an area only where a point has several readings', () => {
    expect(rangePath(points.slice(0, 2), x, y)).toBe('');
    expect(rangePath([at(0, 5, false, 1), at(1, 6, false, 2)], x, y)).toBe('M0,94L1,92L1,96L0,96Z');
  });

  it('find the nearest point', () => {
    expect([-5_000, 4_000, 6_000, 31_000, 99_000].map((time) => nearestPoint(points, time))).toEqual([0, 0, 1, 2, 3]);
    expect(nearestPoint([], 0)).toBe(-1);
  });
});
