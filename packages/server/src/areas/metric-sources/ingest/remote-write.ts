import { metricLimits } from '@cfs/contracts/metric-sources';
import { createFieldNames } from './field-name.ts';
import type { MetricField, ReadPoints, SourceIdentity } from './metric-point.ts';
import { prometheusSource } from './source-identity.ts';
import {
  doubleField,
  int64Field,
  MalformedMessage,
  messagesIn,
  readFields,
  stringField,
  uint64Field,
} from './wire-messages.ts';

/** Field numbers of prometheus/prompb: remote.proto and types.proto, version 1. */
const writeRequest = { timeSeries: 1 } as const;
const timeSeries = { labels: 1, samples: 2, histograms: 4 } as const;
const labelFields = { name: 1, value: 2 } as const;
const sampleFields = { value: 1, timestamp: 2 } as const;
const histogramFields = { countInt: 1, countFloat: 2, sum: 3, timestamp: 15 } as const;

/** The NaN that Prometheus writes when a series ends (`StaleNaN`), in its little-endian bytes. */
const staleMarker = Buffer.from([0x02, 0, 0, 0, 0, 0, 0xf0, 0x7f]);

/** Whether a sample is a stale marker. Compares bytes, because a decoded NaN loses its payload. */
const isStaleMarker = (value: number, bytes: Uint8Array): boolean =>
  Number.isNaN(value) && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(staleMarker);

interface Series {
  readonly source: SourceIdentity | undefined;
  readonly name: string;
  readonly labels: readonly (readonly [string, string])[];
}

/** Reads the labels of a series: its source, its name, and the other labels, which become part of the field names. */
const readLabels = function* (
  bytes: Uint8Array,
  sourceOf: (labels: ReadonlyMap<string, string>) => SourceIdentity | undefined,
): Generator<undefined, Series, undefined> {
  const labels = new Map<string, string>();
  let count = 0;
  for (const message of messagesIn(bytes, timeSeries.labels)) {
    if (!message) {
      yield undefined;
      continue;
    }
    let name = '';
    let value = '';
    readFields(message, {
      [labelFields.name]: stringField((text) => (name = text)),
      [labelFields.value]: stringField((text) => (value = text)),
    });
    labels.set(name, value);
    count += 1;
    if (count > metricLimits.attributes) throw new MalformedMessage('There are too many labels.');
  }
  const name = labels.get('__name__') ?? '';
  if (name === '') throw new MalformedMessage('A series has no name.');
  const source = sourceOf(labels);
  for (const taken of ['__name__', 'job', 'instance']) labels.delete(taken);
  return { source, name, labels: [...labels] };
};

/** Whether the series is a bucket of a histogram. */
const isBucket = ({ name, labels }: Series): boolean =>
  name.endsWith('_bucket') && labels.some(([label]) => label === 'le');

/** Creates a function that returns the same identity for all series of a source. */
const createSources = () => {
  const known = new Map<string, SourceIdentity | undefined>();
  return (labels: ReadonlyMap<string, string>): SourceIdentity | undefined => {
    const key = JSON.stringify([labels.get('job'), labels.get('instance')]);
    if (!known.has(key)) known.set(key, prometheusSource(labels));
    return known.get(key);
  };
};

const fieldOf = (name: string, value: number): MetricField => ({ name, value, unit: undefined });

/**
 * Reads the samples of a `WriteRequest` of Prometheus remote write 1, without building its messages. Stale markers and
 * buckets of histograms are skipped; a native histogram is read as the fields `{name}_count` and `{name}_sum`.
 *
 * @throws an error for bytes that are not such a message.
 */
export function* readRemoteWrite(body: Uint8Array): ReadPoints {
  const sourceOf = createSources();
  for (const bytes of messagesIn(body, writeRequest.timeSeries)) {
    yield undefined;
    if (!bytes) continue;
    const series = yield* readLabels(bytes, sourceOf);
    const { source, name, labels } = series;
    if (isBucket(series)) continue;
    const nameOf = createFieldNames(labels);
    for (const sample of messagesIn(bytes, timeSeries.samples)) {
      if (!sample) {
        yield undefined;
        continue;
      }
      let value = 0;
      let time = 0n;
      readFields(sample, {
        [sampleFields.value]: doubleField((read) => (value = read)),
        [sampleFields.timestamp]: int64Field((read) => (time = read)),
      });
      yield isStaleMarker(value, sample)
        ? undefined
        : { source, time: Number(time), fields: [fieldOf(nameOf(name), value)] };
    }
    for (const histogram of messagesIn(bytes, timeSeries.histograms)) {
      if (!histogram) {
        yield undefined;
        continue;
      }
      let count = 0;
      let sum = 0;
      let time = 0n;
      readFields(histogram, {
        [histogramFields.countInt]: uint64Field((read) => (count = Number(read))),
        [histogramFields.countFloat]: doubleField((read) => (count = read)),
        [histogramFields.sum]: doubleField((read) => (sum = read)),
        [histogramFields.timestamp]: int64Field((read) => (time = read)),
      });
      yield isStaleMarker(sum, histogram)
        ? undefined
        : {
            source,
            time: Number(time),
            fields: [fieldOf(nameOf(`${name}_count`), count), fieldOf(nameOf(`${name}_sum`), sum)],
          };
    }
  }
}
