import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Limits } from '../configuration.ts';
import { credentialOf } from '../access/credential.ts';
import { tooManyRequests } from '../problems.ts';

/** Counters of this process and minute. Each throws a 429 problem when its limit is exceeded. */
export interface RateLimits {
  /** Refused credentials by address. */
  readonly countRefusal: (request: FastifyRequest) => Promise<void>;
  /** Calls by credential. */
  readonly countCall: (request: FastifyRequest) => Promise<void>;
}

/** Limits anonymous calls and failed sign-ins by address, and calls by credential. */
export const limitRates = async (app: FastifyInstance, limits: Limits): Promise<RateLimits> => {
  await app.register(rateLimit, { global: false, timeWindow: '1 minute' });

  const counter = (max: number, keyGenerator: (request: FastifyRequest) => string) => {
    const count = app.createRateLimit({ max, timeWindow: '1 minute', keyGenerator });
    return async (request: FastifyRequest): Promise<void> => {
      const result = await count(request);
      if (!result.isAllowed && result.isExceeded)
        throw tooManyRequests('There were too many requests. Wait a moment.', result.ttlInSeconds);
    };
  };

  const countAnonymous = counter(limits.anonymousPerMinute, (request) => `anonymous ${request.ip}`);
  const countSignIn = counter(limits.signInsPerMinute, (request) => `sign-in ${request.ip}`);
  app.addHook('onRequest', (request, _reply, done) => {
    const { permission, unlimited, startsSignIn } = request.routeOptions.config;
    if (request.is404 || permission !== 'anonymous' || unlimited === true) return done();
    const count = startsSignIn === true ? countSignIn : countAnonymous;
    count(request).then(() => done(), done);
  });

  return {
    countRefusal: counter(limits.refusedPerMinute, (request) => `refused ${request.ip}`),
    countCall: counter(limits.callsPerMinute, credentialOf),
  };
};
