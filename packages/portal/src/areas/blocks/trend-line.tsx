import { trendSpanMilliseconds } from '@cfs/contracts/packet-chart-limits';
import { memo } from 'react';
import type { Trend } from '../packets/use-trends.ts';

const [width, height, margin] = [100, 24, 2];
/** Points that are further apart than this (three hours) are not connected. */
const gapMilliseconds = 3 * 3_600_000;

const round = (pixels: number): number => Math.round(pixels * 10) / 10;

/** The SVG path of a trend in a view box of 100 by 24; a constant trend is in the middle. */
export const trendPath = (trend: Trend): string => {
  const values = trend.map(([, value]) => value);
  const [min, max] = [Math.min(...values), Math.max(...values)];
  return trend
    .map(([at, value], index) => {
      const x = round((at / trendSpanMilliseconds) * width);
      const share = max > min ? (value - min) / (max - min) : 0.5;
      const y = round(height - margin - share * (height - 2 * margin));
      const isStart = index === 0 || at - (trend[index - 1]?.[0] ?? 0) > gapMilliseconds;
      return `${isStart ? 'M' : 'L'}${x},${y}`;
    })
    .join('');
};

/** The last 24 hours as a line in the colour of the text. */
export const TrendLine = memo(function TrendLine({ trend }: { readonly trend: Trend | undefined }) {
  return (
    <svg className="tile-trend" viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden>
      {trend && trend.length > 1 && <path d={trendPath(trend)} vectorEffect="non-scaling-stroke" />}
    </svg>
  );
});
