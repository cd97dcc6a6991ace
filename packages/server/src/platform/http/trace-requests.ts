import type { FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { admittedContext } from '../access/authorise.ts';
import { onBehalfOf } from '../tracing/ambient-origin.ts';
import { readTraceParent, traceParentOf } from '../tracing/trace-parent.ts';
import type { Span, SpanReference, Tracing } from '../tracing/tracing.ts';
import type { App } from './app-instance.ts';
import { givenRequestId, traceIdOf } from './trace-id.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The span of the request; `undefined` while tracing is off. */
    readonly span: SpanReference | undefined;
  }
}

/** Paths that probes and scrapes call continuously; they are not traced. */
const probes: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);

/** Traces of requests: a span for each, from its first byte to the end of its response. */
export interface RequestTraces {
  /**
   * Begins the span of a request and returns its trace id, which is the id of the request everywhere. The span
   * continues the trace of the request's `traceparent`, or begins a trace.
   */
  readonly begin: (request: IncomingMessage) => string;
  /** Names and ends the spans of the app's requests. */
  readonly follow: (app: App) => void;
}

const begin = (tracing: Tracing, request: IncomingMessage): Span => {
  const requestId = givenRequestId(request);
  return tracing.start(request.method ?? '', {
    kind: 'server',
    parent: readTraceParent(request.headers['traceparent']),
    attributes: {
      'http.request.method': request.method,
      'http.request.header.x-request-id': requestId,
    },
  });
};

/** `Server-Timing` tells browsers the trace of a call: developer tools show it, and real user monitoring reads it. */
const serverTiming = (span: Span): string => `traceparent;desc="${traceParentOf(span.reference)}"`;

/** Traces requests; without `tracing` it only gives them their ids. */
export const createRequestTraces = (tracing: Tracing | undefined): RequestTraces => {
  if (!tracing) return { begin: traceIdOf, follow: (app) => void app.decorateRequest('span', undefined) };
  const spans = new WeakMap<IncomingMessage, Span>();
  const onBehalf = (request: FastifyRequest, work: () => void): void => {
    const span = spans.get(request.raw);
    if (span) onBehalfOf({ traceId: request.id, span: span.reference }, work);
    else work();
  };
  return {
    begin(request) {
      if (probes.has(request.url ?? '')) return traceIdOf(request);
      const span = begin(tracing, request);
      spans.set(request, span);
      return span.reference.traceId;
    },
    follow(app) {
      app.decorateRequest('span', {
        getter() {
          return spans.get(this.raw)?.reference;
        },
      });
      app.addHook('onRequest', (request, reply, done) => {
        const span = spans.get(request.raw);
        if (!span) return done();
        reply.header('server-timing', serverTiming(span));
        onBehalf(request, done);
      });
      // The context of the first hook is lost in the events of a body.
      app.addHook('preValidation', (request, _reply, done) => onBehalf(request, done));
      app.addHook('onResponse', (request, reply, done) => {
        const span = spans.get(request.raw);
        if (span) {
          const { url: route } = request.routeOptions;
          const context = admittedContext(request);
          const status = reply.statusCode;
          if (route !== undefined) span.rename(`${request.method} ${route}`);
          span.set({
            'http.route': route,
            'http.response.status_code': status,
            'cfs.tenant.id': context?.tenantId,
            'cfs.actor.kind': context?.actor.kind,
          });
          span.end(status >= 500 ? String(status) : undefined);
        }
        done();
      });
    },
  };
};
