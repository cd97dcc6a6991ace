/** The identity of a span for its children and other processes (W3C Trace Context). */
export interface SpanReference {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** 16 hexadecimal digits. */
  readonly spanId: string;
  /** 1 if the trace is sampled, otherwise 0. */
  readonly traceFlags: number;
}

/** Where work comes from: the id in logs and audit, and the span that caused it if it is traced. */
export interface Origin {
  readonly traceId: string;
  readonly span?: SpanReference | undefined;
}

/** Attributes by OpenTelemetry's semantic conventions, those of the product under `cfs.`. Never secrets, values or paths. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** A span that has not ended yet. */
export interface Span {
  readonly reference: SpanReference;
  rename(name: string): void;
  set(attributes: SpanAttributes): void;
  /** Ends the span, as failed if `errorType` is given: the name or code of the error, never its message. */
  end(errorType?: string): void;
}

export interface SpanOptions {
  readonly kind?: 'internal' | 'server' | 'client' | 'producer' | 'consumer';
  /** Without a parent the span begins a trace. */
  readonly parent?: SpanReference | undefined;
  readonly attributes?: SpanAttributes;
  /** Other spans that caused this one. */
  readonly links?: readonly SpanReference[];
}

/** Creates spans and exports them. Present only while tracing is on. */
export interface Tracing {
  /** Starts a span, which the caller ends. It records nothing if its trace is not sampled. */
  start(name: string, options?: SpanOptions): Span;
  /** The exported and dropped spans so far, for metrics. */
  readonly counts: SpanCounts;
  /** Exports the waiting spans, for a second at most, and stops. */
  close(): Promise<void>;
}

/** Where the loss of spans is reported. */
export interface SpanLog {
  warn(fields: object, message: string): void;
  info(fields: object, message: string): void;
}

export interface SpanCounts {
  readonly exported: number;
  /** Lost, because the receiver did not accept them or the queue was full. */
  readonly dropped: number;
}

/** Whether spans are recorded below the span. */
export const isSampled = (span: SpanReference | undefined): span is SpanReference =>
  span !== undefined && (span.traceFlags & 1) === 1;

/** Starts a span below a recorded one; `undefined` if nothing is recorded there. */
export const startBelow = (
  tracing: Tracing | undefined,
  parent: SpanReference | undefined,
  name: string,
  options?: Omit<SpanOptions, 'parent'>,
): Span | undefined =>
  tracing !== undefined && isSampled(parent) ? tracing.start(name, { ...options, parent }) : undefined;

/** The type of an error in a span: the code that PostgreSQL or a socket gave, otherwise its class. */
export const errorTypeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'Error';
  const code = 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^\w{1,40}$/.test(code) ? code : error.name;
};
