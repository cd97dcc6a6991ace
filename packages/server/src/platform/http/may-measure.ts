import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { forbidden, unauthorized, type Problem } from '../problems.ts';
import { isLoopback } from './loopback.ts';

/** Headers added by proxies; a request with one of them is not local. */
const forwardingHeaders = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'] as const;

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

type Measurer = Pick<FastifyRequest, 'raw' | 'headers'>;

const isFromHere = ({ raw, headers }: Measurer): boolean =>
  isLoopback(raw.socket.remoteAddress ?? '') &&
  isLoopback((headers.host ?? '').replace(/:\d+$/, '')) &&
  forwardingHeaders.every((name) => headers[name] === undefined);

/**
 * Why the caller may not read the metrics, which cover all tenants; `undefined` if permitted: a local caller without a
 * proxy, or the bearer of the configured token.
 */
export const mayMeasure = (request: Measurer, token: string | undefined): Problem | undefined => {
  if (isFromHere(request)) return undefined;
  if (token === undefined) return forbidden();
  const given = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
  return timingSafeEqual(digest(given), digest(token)) ? undefined : unauthorized('The token of /metrics is required.');
};
