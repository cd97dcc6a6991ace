import type { FastifyInstance } from 'fastify';
import { Problem } from '../problems.ts';

const loopback: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

const hostName = (host: string): string => host.replace(/:\d+$/, '').toLowerCase();

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
