import type { ChartPoint } from '@cfs/contracts/packet-charts';
import type { Scale } from './chart-scales.ts';

/** Points without a gap between them. */
export type Segment = readonly ChartPoint[];

export const segmentsOf = (points: readonly ChartPoint[]): readonly Segment[] => {
  const segments: ChartPoint[][] = [];
  for (const point of points) {
    const last = segments.at(-1);
    if (last && !point.isAfterGap) last.push(point);
    else segments.push([point]);
  }
  return segments;
};

/** The middle of a point, in milliseconds since 1970. */
export const middleOf = ({ from, to }: Pick<ChartPoint, 'from' | 'to'>): number =>
  (Date.parse(from) + Date.parse(to)) / 2;

const round = (pixels: number): number => Math.round(pixels * 10) / 10;

/** The line of the averages. */
export const linePath = (segment: Segment, x: Scale, y: Scale): string =>
  segment
    .map((point, index) => `${index === 0 ? 'M' : 'L'}${round(x(middleOf(point)))},${round(y(point.average))}`)
    .join('');

/** The area between minimum and maximum; empty where each point is a single reading. */
export const rangePath = (segment: Segment, x: Scale, y: Scale): string => {
  if (segment.every(({ minimum, maximum }) => minimum === maximum)) return '';
  const corner = (point: ChartPoint, value: number): string => `${round(x(middleOf(point)))},${round(y(value))}`;
  const upper = segment.map((point) => corner(point, point.maximum));
  const lower = segment.toReversed().map((point) => corner(point, point.minimum));
  return `M${[...upper, ...lower].join('L')}Z`;
};

/** Where readings are missing between two points, in milliseconds since 1970. */
export const gapsOf = (points: readonly ChartPoint[]): readonly { readonly from: number; readonly to: number }[] =>
  points.flatMap((point, index) => {
    const before = points[index - 1];
    return point.isAfterGap && before ? [{ from: Date.parse(before.to), to: Date.parse(point.from) }] : [];
  });

/** The index of the point nearest to a time; -1 without points. */
export const nearestPoint = (points: readonly ChartPoint[], time: number): number => {
  let [low, high] = [0, points.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    const [one, next] = [points[middle], points[middle + 1]];
    if (one && next && time - middleOf(one) > middleOf(next) - time) low = middle + 1;
    else high = middle;
  }
  return high;
};
