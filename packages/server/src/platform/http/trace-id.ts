import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/**
 * The id of a request in logs, audit and problem documents: the trace id of its W3C `traceparent`, otherwise its
 * `x-request-id` if that is plain text of bounded length, otherwise a new one.
 */
export const traceIdOf = (request: IncomingMessage): string => {
  const parent = request.headers['traceparent'];
  const trace = typeof parent === 'string' ? /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-/.exec(parent)?.[1] : undefined;
  if (trace !== undefined) return trace;
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && /^[\w.-]{8,64}$/.test(given) ? given : randomUUID();
};
