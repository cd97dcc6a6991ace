import { z } from 'zod';
import { blockCreation } from './blocks.ts';
import {
  metricProtocols,
  metricSourceStatuses,
  type MetricProtocol,
  type MetricSourceStatus,
} from './metric-source-enumerations.ts';
import { text } from './text.ts';

/**
 * Sources of OpenTelemetry metrics (OTLP/HTTP) and of Prometheus remote write. See docs/reference/metric-sources.md.
 */

const bytesPerMebibyte = 1024 * 1024;

/** Limits of the calls that send metrics, and of the stored sources. */
export const metricLimits = {
  /** Bytes of a call as sent. */
  bodyBytes: 8 * bytesPerMebibyte,
  /** Bytes of a call after decompression; of JSON. */
  unpackedBytes: 16 * bytesPerMebibyte,
  jsonBytes: 4 * bytesPerMebibyte,
  /** Values and nesting of a JSON body. */
  jsonValues: 500_000,
  jsonDepth: 32,
  /** Data points, or samples, of a call. */
  points: 20_000,
  /** Messages of a call in protobuf, empty ones included: resources, scopes, metrics, series and points. */
  messages: 100_000,
  /** Sources of a call. */
  sources: 2_000,
  /** Packets of a call. */
  packets: 10_000,
  /** Bytes of one data point, resource or label set. */
  partBytes: 262_144,
  /** Attributes of a data point or resource, labels of a series, and quantiles of a summary. */
  attributes: 128,
  /** Characters of the name of a field. */
  fieldName: 200,
  /** Fields of one packet. */
  packetFields: 500,
  /** Sources of one tenant that wait. */
  waiting: 1_000,
  /** Days without a call after which a waiting source is deleted. */
  waitingDays: 7,
  /** Fields of the last call that are kept as a sample. */
  sampleFields: 50,
} as const;

/** One field of a source's sample, with the value that it had. */
export const metricSample = z.object({ field: z.string(), value: z.number() });
export type MetricSample = z.infer<typeof metricSample>;

/** Names of an enumeration as a literal schema. */
const namesOf = <Name extends string>(values: Readonly<Record<Name, number>>) =>
  z.enum(Object.keys(values) as [Name, ...Name[]]);

/** A row of `GET /v1/metricsources` (OData). */
export const metricSource = z.object({
  metricSourceId: z.guid(),
  protocol: namesOf<MetricProtocol>(metricProtocols),
  name: z.string(),
  /** The attributes or labels that identify it, as `key=value` separated by commas. */
  identity: z.string(),
  status: namesOf<MetricSourceStatus>(metricSourceStatuses),
  /** The block that its packets belong to; null unless it is accepted. */
  entityId: z.guid().nullable(),
  /** The field that is the packet's `Value`; null without one. */
  valueField: z.string().nullable(),
  /** Number of fields of its last call. */
  fieldCount: z.int(),
  /** JSON text of an array of `MetricSample`: the first fields of its last call by name. */
  sample: z.string(),
  firstSeen: z.iso.datetime(),
  /** Exact to the minute. */
  lastSeen: z.iso.datetime(),
});
export type MetricSource = z.infer<typeof metricSource>;

const valueField = text(metricLimits.fieldName).nullish();

/** Body of `POST /v1/metricsources/{id}/accept`: the block to create, which the source fills. */
export const metricSourceAcceptance = blockCreation.extend({ valueField });
export type MetricSourceAcceptance = z.infer<typeof metricSourceAcceptance>;

/** Body of `POST /v1/metricsources/{id}/assign`: a block of the tenant, which the source fills from now on. */
export const metricSourceAssignment = z.object({
  blockId: z.guid('Please choose a block.').toLowerCase(),
  valueField,
});
export type MetricSourceAssignment = z.infer<typeof metricSourceAssignment>;

/**
 * Answer of `POST /v1/prometheus/write` where not every sample was stored, 202; 204 where they were. Counts of samples.
 */
export const remoteWriteReceipt = z.object({
  stored: z.int(),
  /** Of sources that wait to be accepted. */
  waiting: z.int(),
  /** Of sources that are ignored. */
  ignored: z.int(),
  /** Of new sources that are not listed, since too many wait already. */
  unlisted: z.int(),
  /** Without the labels `job` and `instance`. */
  unidentified: z.int(),
  /** NaN and infinities, which no packet can hold. */
  notFinite: z.int(),
});
export type RemoteWriteReceipt = z.infer<typeof remoteWriteReceipt>;

/** Answer of `POST /v1/otlp/v1/metrics` as JSON: `ExportMetricsServiceResponse` of OTLP. */
export const exportMetricsResponse = z.object({
  partialSuccess: z.object({ rejectedDataPoints: z.string(), errorMessage: z.string() }).optional(),
});
export type ExportMetricsResponse = z.infer<typeof exportMetricsResponse>;
