import type { SpanReference } from './tracing.ts';

const form = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-|$)/;
const zeros = /^0+$/;

/** Reads a W3C `traceparent`; `undefined` if it is invalid. Additional fields of later versions are ignored. */
export const readTraceParent = (text: string | string[] | undefined | null): SpanReference | undefined => {
  const parts = typeof text === 'string' ? form.exec(text) : null;
  if (!parts) return undefined;
  const [, version = '', traceId = '', spanId = '', flags = '', more] = parts;
  if (version === 'ff' || (version === '00' && more !== '') || zeros.test(traceId) || zeros.test(spanId))
    return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1 };
};

/** The `traceparent` with which another process continues the trace below the span. */
export const traceParentOf = ({ traceId, spanId, traceFlags }: SpanReference): string =>
  `00-${traceId}-${spanId}-0${traceFlags & 1}`;
