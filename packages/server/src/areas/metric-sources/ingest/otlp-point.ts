import { metricLimits } from '@cfs/contracts/metric-sources';
import { createFieldNames } from './field-name.ts';
import type { MetricField, MetricPoint, SourceIdentity } from './metric-point.ts';
import { MalformedMessage } from './wire-messages.ts';

/** A data point of OTLP of any kind, as decoded from protobuf or JSON. */
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

/** The flag of a point without a value. */
const noRecordedValue = 1;
const nanosecondsPerMillisecond = 1_000_000n;

/** Limits the names of all quantiles, each of which contains the attributes, to the size of a data point. */
const expectShortNames = ({ attributes, quantiles = [] }: OtlpPoint): void => {
  let characters = 0;
  for (const [key, value] of attributes) characters += key.length + value.length;
  if (characters * quantiles.length > metricLimits.partBytes)
    throw new MalformedMessage('The names of the quantiles are too long.');
};

/**
 * Converts a point to fields: a gauge or sum has one, named like the metric; a histogram has `.count`, `.sum`, `.min`
 * and `.max`; a summary has `.count`, `.sum` and one for each quantile. Returns `undefined` for a point without a
 * value.
 *
 * @throws MalformedMessage for a summary of many quantiles with long attributes.
 */
export const toMetricPoint = (
  source: SourceIdentity | undefined,
  { name, unit }: OtlpMetric,
  point: OtlpPoint,
): MetricPoint | undefined => {
  if ((point.flags & noRecordedValue) !== 0) return undefined;
  expectShortNames(point);
  const fields: MetricField[] = [];
  const nameOf = createFieldNames(point.attributes);
  const add = (suffix: string, value: number | undefined, unitOfField: string): void => {
    if (value === undefined) return;
    fields.push({ name: nameOf(`${name}${suffix}`), value, unit: unitOfField || undefined });
  };
  add('', point.value, unit);
  add('.count', point.count, '');
  add('.sum', point.sum, unit);
  add('.min', point.min, unit);
  add('.max', point.max, unit);
  for (const [quantile, value] of point.quantiles ?? []) {
    fields.push({ name: nameOf(name, [['quantile', String(quantile)]]), value, unit: unit || undefined });
  }
  if (fields.length === 0) return undefined;
  const time = point.timeUnixNano === 0n ? Number.NaN : Number(point.timeUnixNano / nanosecondsPerMillisecond);
  return { source, time, fields };
};
