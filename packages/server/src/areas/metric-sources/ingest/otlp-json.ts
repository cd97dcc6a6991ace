import { isRecord } from '@cfs/contracts/json-record';
import { metricLimits } from '@cfs/contracts/metric-sources';
import type { ReadPoints } from './metric-point.ts';
import { toMetricPoint, type OtlpPoint } from './otlp-point.ts';
import { otlpSource } from './source-identity.ts';
import { MalformedMessage } from './wire-messages.ts';

type Json = Readonly<Record<string, unknown>>;

const malformed = (words: string): MalformedMessage => new MalformedMessage(words);

const recordIn = (value: unknown, name: string): Json => {
  if (value === undefined || value === null) return {};
  if (!isRecord(value)) throw malformed(`${name} is not an object`);
  return value;
};

const recordsIn = (value: unknown, name: string): readonly Json[] => {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value) || !value.every(isRecord)) throw malformed(`${name} is not an array of objects`);
  return value;
};

const textIn = (value: unknown, name: string): string => {
  if (value === undefined || value === null) return '';
  if (typeof value !== 'string') throw malformed(`${name} is not text`);
  return value;
};

const wholeNumber = /^-?\d{1,20}$/;

/** OTLP writes 64-bit integers as strings; numbers are accepted, too. */
const integerIn = (value: unknown, name: string): bigint | undefined => {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'number' && Number.isInteger(value)) return BigInt(value);
  if (typeof value === 'string' && wholeNumber.test(value)) return BigInt(value);
  throw malformed(`${name} is not a whole number`);
};

const specialNumbers: Readonly<Record<string, number>> = { NaN: Number.NaN, Infinity, '-Infinity': -Infinity };

const numberIn = (value: unknown, name: string): number | undefined => {
  if (value === undefined || value === null) return undefined;
  const number =
    typeof value === 'string' ? (specialNumbers[value] ?? (value.trim() === '' ? undefined : Number(value))) : value;
  if (typeof number !== 'number' || (Number.isNaN(number) && value !== 'NaN'))
    throw malformed(`${name} is not a number`);
  return number;
};

const singleValues = ['stringValue', 'boolValue', 'intValue', 'doubleValue', 'bytesValue'] as const;

/** An attribute's value as text; `undefined` for arrays and lists. */
const valueText = (value: Json): string | undefined => {
  for (const name of singleValues) {
    const single = value[name];
    if (typeof single === 'string' || typeof single === 'number' || typeof single === 'boolean') return String(single);
  }
  return undefined;
};

const attributesIn = (value: unknown): ReadonlyMap<string, string> => {
  const records = recordsIn(value, 'attributes');
  if (records.length > metricLimits.attributes) throw malformed('there are too many attributes');
  const attributes = new Map<string, string>();
  let characters = 0;
  for (const record of records) {
    const text = valueText(recordIn(record['value'], 'value'));
    if (text === undefined) continue;
    const key = textIn(record['key'], 'key');
    characters += key.length + text.length;
    if (characters > metricLimits.partBytes) throw malformed('the attributes are too large');
    attributes.set(key, text);
  }
  return attributes;
};

const pointOf = (json: Json): Pick<OtlpPoint, 'attributes' | 'timeUnixNano' | 'flags'> => ({
  attributes: attributesIn(json['attributes']),
  timeUnixNano: integerIn(json['timeUnixNano'], 'timeUnixNano') ?? 0n,
  flags: Number(integerIn(json['flags'], 'flags') ?? 0n),
});

const asNumber = (value: bigint | undefined): number | undefined => (value === undefined ? undefined : Number(value));

const readNumberPoint = (json: Json): OtlpPoint => ({
  ...pointOf(json),
  value: numberIn(json['asDouble'], 'asDouble') ?? asNumber(integerIn(json['asInt'], 'asInt')),
});

const readHistogramPoint = (json: Json): OtlpPoint => ({
  ...pointOf(json),
  count: Number(integerIn(json['count'], 'count') ?? 0n),
  sum: numberIn(json['sum'], 'sum'),
  min: numberIn(json['min'], 'min'),
  max: numberIn(json['max'], 'max'),
});

const readSummaryPoint = (json: Json): OtlpPoint => {
  const quantiles = recordsIn(json['quantileValues'], 'quantileValues');
  if (quantiles.length > metricLimits.attributes) throw malformed('there are too many quantiles');
  return {
    ...pointOf(json),
    count: Number(integerIn(json['count'], 'count') ?? 0n),
    sum: numberIn(json['sum'], 'sum') ?? 0,
    quantiles: quantiles.map((each) => [
      numberIn(each['quantile'], 'quantile') ?? 0,
      numberIn(each['value'], 'value') ?? 0,
    ]),
  };
};

/** The readers of the points of each kind of metric, by the member that contains them. */
const pointReaders: Readonly<Record<string, (json: Json) => OtlpPoint>> = {
  gauge: readNumberPoint,
  sum: readNumberPoint,
  histogram: readHistogramPoint,
  exponentialHistogram: readHistogramPoint,
  summary: readSummaryPoint,
};

/**
 * Reads the points of a parsed `ExportMetricsServiceRequest` in the JSON encoding of OTLP.
 *
 * @throws a `MalformedMessage` for any other JSON.
 */
export function* readOtlpJson(body: unknown): ReadPoints {
  if (!isRecord(body)) throw malformed('it is not an object');
  for (const group of recordsIn(body['resourceMetrics'], 'resourceMetrics')) {
    yield undefined;
    const source = otlpSource(attributesIn(recordIn(group['resource'], 'resource')['attributes']));
    for (const scope of recordsIn(group['scopeMetrics'], 'scopeMetrics'))
      for (const json of recordsIn(scope['metrics'], 'metrics')) {
        yield undefined;
        const metric = { name: textIn(json['name'], 'name'), unit: textIn(json['unit'], 'unit') };
        if (metric.name === '') throw malformed('a metric has no name');
        for (const [kind, read] of Object.entries(pointReaders))
          for (const point of recordsIn(recordIn(json[kind], kind)['dataPoints'], 'dataPoints'))
            yield toMetricPoint(source, metric, read(point));
      }
  }
}
