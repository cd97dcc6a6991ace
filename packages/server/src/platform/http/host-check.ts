import type { FastifyInstance } from 'fastify';
import { badRequest, Problem } from '../problems.ts';

const loopback: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

const hostName = (host: string): string => host.replace(/:\d+$/, '').toLowerCase();

/** A name, an IPv4 address or a bracketed IPv6 address, with an optional port; used in links of responses. */
const validHost = /^(?:[\w.~-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/**
 * Refuses requests with a duplicate or invalid Host header (RFC 9112, section 3.2), which proxies may read differently.
 */
export const requireOneHost = (app: FastifyInstance): void => {
  app.addHook('onRequest', ({ raw: { rawHeaders }, headers }, _reply, done) => {
    let count = 0;
    for (let at = 0; at < rawHeaders.length; at += 2) {
      const name = rawHeaders[at] ?? '';
      if (name.length === 4 && name.toLowerCase() === 'host') count += 1;
    }
    const isValid = count <= 1 && (headers.host === undefined || validHost.test(headers.host));
    done(isValid ? undefined : badRequest('The request must have one valid Host header.'));
  });
};

/**
 * Accepts only host names of this machine, as a protection of first-run servers against DNS rebinding. `allowed` adds
 * the names under which the operator publishes the server; `*` disables the check.
 */
export const checkHost = (app: FastifyInstance, allowed: readonly string[]): void => {
  if (allowed.includes('*')) return;
  const names = new Set([...loopback, ...allowed.map(hostName)]);
  app.addHook('onRequest', (request, _reply, done) => {
    if (names.has(hostName(request.headers.host ?? ''))) return done();
    done(new Problem({ status: 421, detail: 'This server does not serve the host name of the request.' }));
  });
};
