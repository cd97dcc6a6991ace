import type { FastifyInstance } from 'fastify';
import { badRequest, Problem } from '../problems.ts';

/** Refuses URLs that are too long or contain a NUL character, which PostgreSQL cannot store. */
export const checkAddress = (app: FastifyInstance, longest: number): void => {
  app.addHook('onRequest', (request, _reply, done) => {
    const address = request.originalUrl;
    if (address.length > longest) {
      return done(new Problem({ status: 414, detail: `The address is longer than ${longest} characters.` }));
    }
    const at = address.indexOf('%00');
    if (at !== -1) return done(badRequest(`The address has a NUL character at position ${at}.`, { position: at }));
    done();
  });
};
