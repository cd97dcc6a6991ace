import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { readTraceParent } from '../tracing/trace-parent.ts';

/** The `x-request-id` of a request if it is plain text of bounded length. */
export const givenRequestId = ({ headers }: IncomingMessage): string | undefined => {
  const given = headers['x-request-id'];
  return typeof given === 'string' && /^[\w.-]{8,64}$/.test(given) ? given : undefined;
};

/** The string of `randomUUID` is a concatenation of twenty pieces, which take ten times its length while a request lasts. */
const flatUuid = (): string => Buffer.from(randomUUID(), 'latin1').toString('latin1');

/**
 * The id of a request in logs, audit and problem documents: the trace id of its W3C `traceparent`, otherwise its
 * `x-request-id` if that is plain text of bounded length, otherwise a new one.
 */
export const traceIdOf = (request: IncomingMessage): string =>
  readTraceParent(request.headers['traceparent'])?.traceId ?? givenRequestId(request) ?? flatUuid();
