import { metricLimits } from '@cfs/contracts/metric-sources';
import type { ReadPoints, SourceIdentity } from './metric-point.ts';
import { toMetricPoint, type OtlpMetric, type OtlpPoint } from './otlp-point.ts';
import { otlpSource } from './source-identity.ts';
import {
  boolField,
  bytesField,
  doubleField,
  fixed64Field,
  int64Field,
  MalformedMessage,
  messagesIn,
  readFields,
  signedFixed64Field,
  stringField,
  uint32Field,
  type FieldReader,
} from './wire-messages.ts';

/**
 * Field numbers of opentelemetry-proto 1.x: collector/metrics/v1/metrics_service.proto, metrics/v1/metrics.proto,
 * resource/v1/resource.proto, common/v1/common.proto.
 */
const request = { resourceMetrics: 1 } as const;
const resourceMetrics = { resource: 1, scopeMetrics: 2 } as const;
const resource = { attributes: 1 } as const;
const scopeMetrics = { metrics: 2 } as const;
const metricFields = {
  name: 1,
  unit: 3,
  gauge: 5,
  sum: 7,
  histogram: 9,
  exponentialHistogram: 10,
  summary: 11,
} as const;
const dataPoints = 1;
const keyValue = { key: 1, value: 2 } as const;
const anyValue = { string: 1, bool: 2, int: 3, double: 4, bytes: 7 } as const;
const quantileFields = { quantile: 1, value: 2 } as const;

/** An attribute's value as text; `undefined` for arrays and lists. */
const readValue = (bytes: Uint8Array): string | undefined => {
  let text: string | undefined;
  readFields(bytes, {
    [anyValue.string]: stringField((value) => (text = value)),
    [anyValue.bool]: boolField((value) => (text = String(value))),
    [anyValue.int]: int64Field((value) => (text = String(value))),
    [anyValue.double]: doubleField((value) => (text = String(value))),
    [anyValue.bytes]: bytesField((value) => (text = Buffer.from(value).toString('base64'))),
  });
  return text;
};

/** Adds an attribute, which is a `KeyValue`, unless its value is an array or a list. */
const addAttribute = (attributes: Map<string, string>, bytes: Uint8Array): void => {
  let key = '';
  let value: string | undefined;
  readFields(bytes, {
    [keyValue.key]: stringField((text) => (key = text)),
    [keyValue.value]: bytesField((message) => (value = readValue(message))),
  });
  if (value !== undefined) attributes.set(key, value);
};

/** Reads a repeated field of attributes into the map. */
const attributesField = (attributes: Map<string, string>): FieldReader => {
  let count = 0;
  return bytesField((message) => {
    count += 1;
    if (count > metricLimits.attributes) throw new MalformedMessage('There are too many attributes.');
    addAttribute(attributes, message);
  });
};

const readResource = (bytes: Uint8Array): ReadonlyMap<string, string> => {
  const attributes = new Map<string, string>();
  readFields(bytes, { [resource.attributes]: attributesField(attributes) });
  return attributes;
};

/** A point that is being read. */
type Draft = { -readonly [Name in keyof OtlpPoint]: OtlpPoint[Name] };

const draft = (): Draft & { readonly attributes: Map<string, string> } => ({
  attributes: new Map<string, string>(),
  timeUnixNano: 0n,
  flags: 0,
});

const readNumberPoint = (bytes: Uint8Array): OtlpPoint => {
  const point = draft();
  readFields(bytes, {
    3: fixed64Field((time) => (point.timeUnixNano = time)),
    4: doubleField((value) => (point.value = value)),
    6: signedFixed64Field((value) => (point.value = Number(value))),
    7: attributesField(point.attributes),
    8: uint32Field((flags) => (point.flags = flags)),
  });
  return point;
};

const readHistogramPoint = (bytes: Uint8Array): OtlpPoint => {
  const point = draft();
  readFields(bytes, {
    3: fixed64Field((time) => (point.timeUnixNano = time)),
    4: fixed64Field((count) => (point.count = Number(count))),
    5: doubleField((sum) => (point.sum = sum)),
    9: attributesField(point.attributes),
    10: uint32Field((flags) => (point.flags = flags)),
    11: doubleField((min) => (point.min = min)),
    12: doubleField((max) => (point.max = max)),
  });
  return { ...point, count: point.count ?? 0 };
};

const readExponentialHistogramPoint = (bytes: Uint8Array): OtlpPoint => {
  const point = draft();
  readFields(bytes, {
    1: attributesField(point.attributes),
    3: fixed64Field((time) => (point.timeUnixNano = time)),
    4: fixed64Field((count) => (point.count = Number(count))),
    5: doubleField((sum) => (point.sum = sum)),
    10: uint32Field((flags) => (point.flags = flags)),
    12: doubleField((min) => (point.min = min)),
    13: doubleField((max) => (point.max = max)),
  });
  return { ...point, count: point.count ?? 0 };
};

const readQuantile = (bytes: Uint8Array): readonly [number, number] => {
  let quantile = 0;
  let value = 0;
  readFields(bytes, {
    [quantileFields.quantile]: doubleField((read) => (quantile = read)),
    [quantileFields.value]: doubleField((read) => (value = read)),
  });
  return [quantile, value];
};

const readSummaryPoint = (bytes: Uint8Array): OtlpPoint => {
  const point = draft();
  const quantiles: (readonly [number, number])[] = [];
  readFields(bytes, {
    3: fixed64Field((time) => (point.timeUnixNano = time)),
    4: fixed64Field((count) => (point.count = Number(count))),
    5: doubleField((sum) => (point.sum = sum)),
    6: bytesField((message) => {
      if (quantiles.push(readQuantile(message)) > metricLimits.attributes)
        throw new MalformedMessage('There are too many quantiles.');
    }),
    7: attributesField(point.attributes),
    8: uint32Field((flags) => (point.flags = flags)),
  });
  return { ...point, count: point.count ?? 0, sum: point.sum ?? 0, quantiles };
};

/** The readers of the points of each kind of metric, by the field that contains them. */
const pointReaders: readonly (readonly [field: number, read: (bytes: Uint8Array) => OtlpPoint])[] = [
  [metricFields.gauge, readNumberPoint],
  [metricFields.sum, readNumberPoint],
  [metricFields.histogram, readHistogramPoint],
  [metricFields.exponentialHistogram, readExponentialHistogramPoint],
  [metricFields.summary, readSummaryPoint],
];

/** Returns the last message of a field, which in protobuf is the valid one; `undefined` if there is none. */
function* lastIn(bytes: Uint8Array, field: number): Generator<undefined, Uint8Array | undefined, undefined> {
  let last: Uint8Array | undefined;
  for (const message of messagesIn(bytes, field)) {
    if (message) last = message;
    else yield undefined;
  }
  return last;
}

function* readMetric(bytes: Uint8Array, source: SourceIdentity | undefined): ReadPoints {
  const metric: OtlpMetric = {
    name: textOf(yield* lastIn(bytes, metricFields.name)),
    unit: textOf(yield* lastIn(bytes, metricFields.unit)),
  };
  if (metric.name === '') throw new MalformedMessage('A metric has no name.');
  for (const [field, read] of pointReaders)
    for (const data of messagesIn(bytes, field)) {
      if (!data) yield undefined;
      else for (const point of messagesIn(data, dataPoints)) yield point && toMetricPoint(source, metric, read(point));
    }
}

const decoder = new TextDecoder('utf-8', { fatal: true });
const longestName = 1_024;

const textOf = (bytes: Uint8Array | undefined): string => {
  if (bytes === undefined) return '';
  if (bytes.length > longestName) throw new MalformedMessage('A name is too long.');
  return decoder.decode(bytes);
};

/**
 * Reads the points of an `ExportMetricsServiceRequest` in protobuf, without building its messages. The size of every
 * part is checked before it is read.
 *
 * @throws an error for bytes that are not such a message.
 */
export function* readOtlpProtobuf(body: Uint8Array): ReadPoints {
  for (const group of messagesIn(body, request.resourceMetrics)) {
    yield undefined;
    if (!group) continue;
    const described = yield* lastIn(group, resourceMetrics.resource);
    const source = otlpSource(readResource(described ?? new Uint8Array()));
    for (const scope of messagesIn(group, resourceMetrics.scopeMetrics)) {
      yield undefined;
      if (!scope) continue;
      for (const metric of messagesIn(scope, scopeMetrics.metrics)) {
        yield undefined;
        if (metric) yield* readMetric(metric, source);
      }
    }
  }
}
