import type { FastifyInstance } from 'fastify';
import { badRequest, Problem } from '../problems.ts';

const loopback: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

const hostName = (host: string): string => host.replace(/:\d+$/, '').toLowerCase();

/** A name, an IPv4 address, or an IPv6 address in brackets, and a port; links in answers bear it. */
const validHost = /^(?:[\w.~-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/** Refuses a request whose Host stands twice or is none (RFC 9112, section 3.2): others in its way may read another. */
export const requireOneHost = (app: FastifyInstance): void => {
  app.addHook('onRequest', ({ raw, headers }, _reply, done) => {
    const count = raw.rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'host').length;
    const isValid = count <= 1 && (headers.host === undefined || validHost.test(headers.host));
    done(isValid ? undefined : badRequest('The request must have one valid Host header.'));
  });
};

/**
 * Answers only to names of this machine, so that a page elsewhere cannot reach a first run by a name that it has made
 * to lead here. `allowed` adds the names under which the operator publishes it; `*` leaves the check out.
 */
export const checkHost = (app: FastifyInstance, allowed: readonly string[]): void => {
  if (allowed.includes('*')) return;
  const names = new Set([...loopback, ...allowed.map(hostName)]);
  app.addHook('onRequest', (request, _reply, done) => {
    if (names.has(hostName(request.headers.host ?? ''))) return done();
    done(new Problem({ status: 421, detail: 'This server does not answer to the host name of the request.' }));
  });
};
