import { fieldName } from './field-name.ts';
import type { MetricField, MetricPoint, SourceIdentity } from './metric-point.ts';

/** A data point of OTLP, of any kind, in the form that both encodings are read into. */
export interface OtlpPoint {
  readonly attributes: ReadonlyMap<string, string>;
  /** Nanoseconds since 1970; 0 without a time. */
  readonly timeUnixNano: bigint;
  readonly flags: number;
  /** Of gauges and sums. */
  readonly value?: number | undefined;
  /** Of histograms and summaries. */
  readonly count?: number | undefined;
  readonly sum?: number | undefined;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  readonly quantiles?: readonly (readonly [quantile: number, value: number])[] | undefined;
}

export interface OtlpMetric {
  readonly name: string;
  readonly unit: string;
}

/** The flag of a point that says that there is no value. */
const noRecordedValue = 1;
const nanosecondsPerMillisecond = 1_000_000n;

/**
 * The point as fields: a gauge or sum is one, named as the metric; a histogram has `.count`, `.sum`, `.min` and `.max`,
 * a summary `.count`, `.sum` and a field for each quantile. `undefined` for a point that has no value.
 */
export const toMetricPoint = (
  source: SourceIdentity | undefined,
  { name, unit }: OtlpMetric,
  point: OtlpPoint,
): MetricPoint | undefined => {
  if ((point.flags & noRecordedValue) !== 0) return undefined;
  const fields: MetricField[] = [];
  const add = (suffix: string, value: number | undefined, unitOfField: string): void => {
    if (value === undefined) return;
    fields.push({ name: fieldName(`${name}${suffix}`, point.attributes), value, unit: unitOfField || undefined });
  };
  add('', point.value, unit);
  add('.count', point.count, '');
  add('.sum', point.sum, unit);
  add('.min', point.min, unit);
  add('.max', point.max, unit);
  for (const [quantile, value] of point.quantiles ?? []) {
    const attributes = [...point.attributes, ['quantile', String(quantile)] as const];
    fields.push({ name: fieldName(name, attributes), value, unit: unit || undefined });
  }
  if (fields.length === 0) return undefined;
  const time = point.timeUnixNano === 0n ? Number.NaN : Number(point.timeUnixNano / nanosecondsPerMillisecond);
  return { source, time, fields };
};
