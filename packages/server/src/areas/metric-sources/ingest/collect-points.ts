import { metricLimits } from '@cfs/contracts/metric-sources';
import { Problem } from '../../../platform/problems.ts';
import type { MetricPoint, SourceIdentity } from './metric-point.ts';

/** A source with the points that it sent in one call. */
export interface CollectedSource {
  readonly source: SourceIdentity;
  readonly points: MetricPoint[];
}

/** The points of one call by the key of their source; points that cannot be used are only counted. */
export interface CollectedPoints {
  readonly sources: ReadonlyMap<string, CollectedSource>;
  /** Points without a source. */
  readonly unidentified: number;
  /** Points with a value that is NaN or infinite. */
  readonly notFinite: number;
  /** Points without a time. */
  readonly untimed: number;
}

const tooMany = (detail: string): Problem => new Problem({ status: 413, detail });

/** Collects points; `add` throws 413 for more points or sources than a call may have. */
export const createPointCollector = () => {
  const sources = new Map<string, CollectedSource>();
  const counts = { unidentified: 0, notFinite: 0, untimed: 0 };
  let points = 0;
  return {
    add(point: MetricPoint): void {
      points += 1;
      if (points > metricLimits.points) throw tooMany(`A call has at most ${metricLimits.points} data points.`);
      const { source } = point;
      if (!source) counts.unidentified += 1;
      else if (Number.isNaN(point.time)) counts.untimed += 1;
      else if (!point.fields.every(({ value }) => Number.isFinite(value))) counts.notFinite += 1;
      else {
        const known = sources.get(source.key);
        if (known) known.points.push(point);
        else if (sources.size >= metricLimits.sources)
          throw tooMany(`A call has at most ${metricLimits.sources} sources.`);
        else sources.set(source.key, { source, points: [point] });
      }
    },
    collected: (): CollectedPoints => ({ sources, ...counts }),
  };
};
