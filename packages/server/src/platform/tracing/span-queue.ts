import { BatchSpanProcessor, type ReadableSpan, type SpanExporter, type SpanProcessor } from '@opentelemetry/sdk-trace';
import { onBehalfOfNobody } from './ambient-origin.ts';
import type { SpanCounts, SpanLog } from './tracing.ts';

/** Maximum number of waiting spans; further ones are dropped. */
export const maxWaitingSpans = 2_048;
const spansPerExport = 512;
const exportIntervalMilliseconds = 1_000;
const exportTimeoutMilliseconds = 15_000;

/** `code` of a successful export, by `ExportResultCode` of @opentelemetry/core. */
const success = 0;

/**
 * Exports spans in batches from a bounded queue. A span is dropped if the queue is full, as are the spans of a batch
 * that the receiver does not accept. The first loss after a success is logged, and the first success after a loss.
 */
export const createSpanQueue = (options: {
  readonly exporter: SpanExporter;
  readonly log: SpanLog;
}): { readonly processor: SpanProcessor; readonly counts: SpanCounts } => {
  const { exporter, log } = options;
  const counts = { exported: 0, dropped: 0 };
  let waiting = 0;
  let isLosing = false;

  const lose = (spans: number, reason: string): void => {
    counts.dropped += spans;
    if (isLosing) return;
    isLosing = true;
    log.warn({ reason }, 'spans are lost: the receiver of traces does not accept them');
  };

  const counting: SpanExporter = {
    export(spans, done) {
      waiting -= spans.length;
      exporter.export(spans, (result) => {
        if (Number(result.code) === success) {
          counts.exported += spans.length;
          if (isLosing) log.info({ dropped: counts.dropped }, 'spans are exported again');
          isLosing = false;
        } else lose(spans.length, result.error?.message ?? 'no reason given');
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
  };

  const batches = new BatchSpanProcessor({
    exporter: counting,
    maxQueueSize: maxWaitingSpans,
    maxExportBatchSize: spansPerExport,
    scheduledDelayMillis: exportIntervalMilliseconds,
    exportTimeoutMillis: exportTimeoutMilliseconds,
  });
  const processor: SpanProcessor = {
    onStart: () => undefined,
    onEnd(span: ReadableSpan) {
      if (waiting >= maxWaitingSpans)
        return onBehalfOfNobody(() => lose(1, `more than ${maxWaitingSpans} spans are waiting`));
      waiting += 1;
      // The timer and the connection of the export serve all traces.
      onBehalfOfNobody(() => batches.onEnd(span));
    },
    forceFlush: () => batches.forceFlush(),
    shutdown: () => batches.shutdown(),
  };
  return { processor, counts };
};
