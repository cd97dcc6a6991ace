import { isGuid } from '@cfs/contracts/guid';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Limits } from '../configuration.ts';
import { credentialOf } from '../access/credential.ts';
import type { Clock } from '../clock.ts';
import type { AccessGate } from '../database/gate.ts';
import { createSharedCounts } from '../limits/shared-counts.ts';
import type { Metrics } from '../metrics.ts';
import { tooManyRequests } from '../problems.ts';
import { runPeriodically } from '../run-periodically.ts';
import { sourceOf } from './source-of.ts';

/** Counters of a minute, which all nodes share within a second. Each throws a 429 problem when its limit is exceeded. */
export interface RateLimits {
  /** Refused credentials by address. */
  readonly countRefusal: (request: FastifyRequest) => void;
  /** Calls by credential. */
  readonly countCall: (request: FastifyRequest) => void;
}

export interface RateLimitNeeds {
  readonly limits: Limits;
  readonly gate: Pick<AccessGate, 'access'>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Pick<Metrics, 'rateLimitRefusals'>;
}

/** Sign-in calls of one agent from one address per minute: two for each session, and room for repeated attempts. */
const callsPerAgentAndMinute = 30;
/** Addresses, agents and credentials that are counted at a time; the least recently seen are evicted. */
const countedCallers = 200_000;
const shareMilliseconds = 500;

/** The id in the path of a route of an agent; `undefined` for malformed text. */
const agentIdOf = ({ params }: FastifyRequest): string | undefined => {
  const { agentId } = params as { readonly agentId?: string };
  return agentId !== undefined && isGuid(agentId) ? agentId.toLowerCase() : undefined;
};

/**
 * Limits anonymous calls and failed sign-ins by address (of IPv6 the first 64 bits), and calls by credential. Agents
 * have separate limits for signing in, so that neither a fleet behind one address uses up the limit of other callers
 * there nor one agent that of the fleet.
 */
export const limitRates = (app: FastifyInstance, { limits, gate, clock, log, metrics }: RateLimitNeeds): RateLimits => {
  const counts = createSharedCounts({ gate, clock, max: countedCallers });
  const sharing = runPeriodically('share rate limits', shareMilliseconds, () => counts.share(), log);
  app.addHook('onClose', () => sharing.stop());

  const counter =
    (limit: string, max: number, callerOf: (request: FastifyRequest) => string) =>
    (request: FastifyRequest): void => {
      const { current, ttl } = counts.count(`${limit} ${callerOf(request)}`, max);
      if (current <= max) return;
      metrics.rateLimitRefusals.inc({ limit });
      throw tooManyRequests('There were too many requests. Wait a moment.', Math.ceil(ttl / 1_000));
    };
  const addressOf = ({ ip }: FastifyRequest): string => sourceOf(ip);

  const countAnonymous = counter('anonymous', limits.anonymousPerMinute, addressOf);
  const countSignIn = counter('sign-in', limits.signInsPerMinute, addressOf);
  const countAgents = counter('agents', limits.agentSignInsPerMinute, addressOf);
  const countAgent = counter(
    'agent',
    callsPerAgentAndMinute,
    (request) => `${addressOf(request)} ${agentIdOf(request)}`,
  );
  const countAgentSignIn = (request: FastifyRequest): void => {
    countAgent(request);
    countAgents(request);
  };

  const counterOf = (request: FastifyRequest) => {
    const { startsSignIn, signsAgentIn } = request.routeOptions.config;
    if (signsAgentIn === true && agentIdOf(request) !== undefined) return countAgentSignIn;
    return startsSignIn === true ? countSignIn : countAnonymous;
  };
  app.addHook('onRequest', (request, _reply, done) => {
    const { permission, unlimited } = request.routeOptions.config;
    if (request.is404 || permission !== 'anonymous' || unlimited === true) return done();
    try {
      counterOf(request)(request);
      done();
    } catch (error) {
      done(error as Error);
    }
  });

  return {
    countRefusal: counter('refused-credentials', limits.refusedPerMinute, addressOf),
    countCall: counter('calls', limits.callsPerMinute, credentialOf),
  };
};
