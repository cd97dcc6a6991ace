import { isGuid } from '@cfs/contracts/guid';
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Metrics } from '../metrics.ts';
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

/** Sign-in calls of one agent from one address per minute: two for each session, and room for repeated attempts. */
const callsPerAgentAndMinute = 30;
/** Addresses, agents or credentials that a counter has at a time; the least recently seen are evicted. */
const countedCallers = 50_000;

/** The id in the path of a route of an agent; `undefined` for text that is none. */
const agentIdOf = ({ params }: FastifyRequest): string | undefined => {
  const { agentId } = params as { readonly agentId?: string };
  return agentId !== undefined && isGuid(agentId) ? agentId.toLowerCase() : undefined;
};

/**
 * Limits anonymous calls and failed sign-ins by address, and calls by credential. Agents sign in under a limit of their
 * own, so that neither a fleet behind one address uses up the limit of others there nor one agent that of the fleet.
 */
export const limitRates = async (
  app: FastifyInstance,
  limits: Limits,
  { rateLimitRefusals }: Pick<Metrics, 'rateLimitRefusals'>,
): Promise<RateLimits> => {
  await app.register(rateLimit, { global: false, timeWindow: '1 minute', cache: countedCallers });

  const counter = (limit: string, max: number, keyGenerator: (request: FastifyRequest) => string) => {
    const count = app.createRateLimit({ max, timeWindow: '1 minute', keyGenerator });
    return async (request: FastifyRequest): Promise<void> => {
      const result = await count(request);
      if (!result.isAllowed && result.isExceeded) {
        rateLimitRefusals.inc({ limit });
        throw tooManyRequests('There were too many requests. Wait a moment.', result.ttlInSeconds);
      }
    };
  };

  const countAnonymous = counter('anonymous', limits.anonymousPerMinute, (request) => `anonymous ${request.ip}`);
  const countSignIn = counter('sign-in', limits.signInsPerMinute, (request) => `sign-in ${request.ip}`);
  const countAgents = counter('agents', limits.agentSignInsPerMinute, (request) => `agents ${request.ip}`);
  const countAgent = counter('agent', callsPerAgentAndMinute, (request) => `agent ${request.ip} ${agentIdOf(request)}`);
  const countAgentSignIn = async (request: FastifyRequest): Promise<void> => {
    await countAgent(request);
    await countAgents(request);
  };

  const counterOf = (request: FastifyRequest) => {
    const { startsSignIn, signsAgentIn } = request.routeOptions.config;
    if (signsAgentIn === true && agentIdOf(request) !== undefined) return countAgentSignIn;
    return startsSignIn === true ? countSignIn : countAnonymous;
  };
  app.addHook('onRequest', (request, _reply, done) => {
    const { permission, unlimited } = request.routeOptions.config;
    if (request.is404 || permission !== 'anonymous' || unlimited === true) return done();
    counterOf(request)(request).then(() => done(), done);
  });

  return {
    countRefusal: counter('refused-credentials', limits.refusedPerMinute, (request) => `refused ${request.ip}`),
    countCall: counter('calls', limits.callsPerMinute, credentialOf),
  };
};
