import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Span as OpenTelemetrySpan,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { ParentBasedSampler, TraceIdRatioBasedSampler, TracerProvider } from '@opentelemetry/sdk-trace';
import type { TracingConfiguration } from '../configuration.ts';
import { productVersion } from '../product-version.ts';
import { createSpanQueue } from './span-queue.ts';
import type { Span, SpanAttributes, SpanLog, SpanOptions, Tracing } from './tracing.ts';

const kinds = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
} as const;

/** Maximum characters of an attribute; statements are the longest. */
const maxAttributeLength = 4_096;
const exportTimeoutMilliseconds = 10_000;
const closeMilliseconds = 1_000;

const definedOf = (attributes: SpanAttributes): Attributes =>
  Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined));

const asSpan = (span: OpenTelemetrySpan): Span => ({
  reference: span.spanContext(),
  rename: (name) => void span.updateName(name),
  set: (attributes) => void span.setAttributes(definedOf(attributes)),
  end(errorType) {
    if (errorType !== undefined) {
      span.setAttribute('error.type', errorType);
      span.setStatus({ code: SpanStatusCode.ERROR });
    }
    span.end();
  },
});

/**
 * Traces with OpenTelemetry: spans are sent by OTLP over HTTP (protobuf) from a bounded queue. This module is the only
 * one that imports the SDK, and is imported only if tracing is on.
 */
export const startOpenTelemetry = (configuration: TracingConfiguration, log: SpanLog): Tracing => {
  const queue = createSpanQueue({
    exporter: new OTLPTraceExporter({
      url: configuration.url,
      headers: { ...configuration.headers },
      timeoutMillis: exportTimeoutMilliseconds,
    }),
    log,
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': configuration.serviceName,
      'service.version': productVersion,
      'process.pid': process.pid,
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(configuration.ratio) }),
    spanLimits: { attributeValueLengthLimit: maxAttributeLength },
    spanProcessors: [queue.processor],
  });
  const tracer = provider.getTracer('cfs-portal', productVersion);
  return {
    counts: queue.counts,
    start(name, { kind = 'internal', parent, attributes = {}, links = [] }: SpanOptions = {}) {
      const options = {
        kind: kinds[kind],
        attributes: definedOf(attributes),
        links: links.map((context) => ({ context })),
      };
      return asSpan(
        tracer.startSpan(name, options, parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT),
      );
    },
    async close() {
      let timer: NodeJS.Timeout | undefined;
      const timeout = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, closeMilliseconds);
      });
      await Promise.race([provider.shutdown().catch(() => undefined), timeout]);
      clearTimeout(timer);
    },
  };
};
