/** A sender, as its attributes or labels identify it (docs/reference/metric-sources.md#identity). */
export interface SourceIdentity {
  /** SHA-256, in hexadecimal, of the protocol and the identifying attributes or labels. */
  readonly key: string;
  /** A value of `metricProtocols`. */
  readonly protocol: number;
  readonly name: string;
  /** The attributes or labels as `key=value`, separated by commas. */
  readonly identity: string;
}

/** A field of a packet that is created from metrics. */
export interface MetricField {
  readonly name: string;
  readonly value: number;
  readonly unit: string | undefined;
}

/** An OpenTelemetry data point or a Prometheus sample. */
export interface MetricPoint {
  /** `undefined` if nothing identifies the sender. */
  readonly source: SourceIdentity | undefined;
  /** Milliseconds since 1970; NaN without a time. */
  readonly time: number;
  /** At least one; values may be NaN or infinite. */
  readonly fields: readonly MetricField[];
}

/**
 * The generator that a reader of bodies returns. It yields points, and `undefined` for every other message, so that the
 * caller can count messages and yield to the event loop.
 */
export type ReadPoints = Generator<MetricPoint | undefined, void, undefined>;
