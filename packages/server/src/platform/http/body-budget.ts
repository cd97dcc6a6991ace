import { Transform } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { actorId } from '../context.ts';
import { Problem, unavailable } from '../problems.ts';
import { webShareOf } from '../web-share.ts';

/** Maximum bytes of request bodies in progress, from arrival until the response. */
export interface BodyBudget {
  /** Of one credential, or of one address without credentials. */
  readonly perCaller: number;
  readonly perTenant: number;
  /** In this process. */
  readonly all: number;
}

const mebibyte = 1024 * 1024;

/** One caller may send two attachments of the maximum size, and one tenant a third of the total. */
const bodyBudgetOfNode: BodyBudget = { perCaller: 64 * mebibyte, perTenant: 128 * mebibyte, all: 384 * mebibyte };

/**
 * The budget of each of a node's web processes: its part of the node's, and no less than two callers with two attachments
 * each need.
 */
export const bodyBudgetOf = (webProcesses: number): BodyBudget => {
  const { perCaller, perTenant, all } = bodyBudgetOfNode;
  return {
    perCaller,
    perTenant: Math.max(perCaller, webShareOf(perTenant, webProcesses)),
    all: Math.max(2 * perCaller, webShareOf(all, webProcesses)),
  };
};

/** Bodies up to this size are not counted; they are no larger than the maximum headers. */
const uncountedBytes = 65_536;
const retryAfterSeconds = 2;

/** The key that a request's bytes are counted for. */
const holdersOf = (request: FastifyRequest): { readonly caller: string; readonly tenant: string } => {
  const { permission } = request.routeOptions.config;
  if (request.is404 || permission === 'anonymous') return { caller: request.ip, tenant: request.ip };
  const { actor, tenantId } = request.context;
  return { caller: actorId(actor) ?? actor.kind, tenant: tenantId };
};

const tooMuch = (): Problem =>
  new Problem({
    status: 429,
    detail: 'Too many large bodies are being processed. Try again in a moment.',
    headers: { 'retry-after': String(retryAfterSeconds) },
  });

/** The request's `content-length`; `undefined` for chunked bodies. */
const announcedLength = (request: FastifyRequest): number | undefined => {
  const header = request.headers['content-length'];
  return header === undefined ? undefined : Number(header);
};

/**
 * Limits the memory of request bodies while they arrive and are processed, regardless of the number and speed of
 * connections: a body with a length is refused before it is read, a chunked one as soon as it exceeds the rest of the
 * budget. Bodies that are streamed are not counted. Replies 429 if the caller or tenant exceeds its share, 503 if the
 * total is exhausted.
 */
export const limitBodies = (app: FastifyInstance, budget: BodyBudget): void => {
  const held = new Map<string, number>();
  const bytesOf = (name: string): number => held.get(name) ?? 0;
  const add = (name: string, bytes: number): void => {
    const sum = bytesOf(name) + bytes;
    if (sum <= 0) held.delete(name);
    else held.set(name, sum);
  };

  const hold = (names: readonly [caller: string, tenant: string, all: string], bytes: number): void => {
    const [caller, tenant, all] = names;
    if (bytesOf(caller) + bytes > budget.perCaller || bytesOf(tenant) + bytes > budget.perTenant) throw tooMuch();
    if (bytesOf(all) + bytes > budget.all) throw unavailable('The server is busy.', retryAfterSeconds);
    for (const name of names) add(name, bytes);
  };

  app.addHook('preParsing', (request, reply, payload, done) => {
    if (request.routeOptions.config.streamsBody === true) return done(null, payload);
    const announced = announcedLength(request);
    const isChunked = announced === undefined && request.headers['transfer-encoding'] !== undefined;
    const isRefusedAnyway = (announced ?? 0) > request.routeOptions.bodyLimit;
    if (!isChunked && (isRefusedAnyway || (announced ?? 0) <= uncountedBytes)) return done(null, payload);

    const { caller, tenant } = holdersOf(request);
    const names = [`caller ${caller}`, `tenant ${tenant}`, 'all'] as const;
    let bytes = 0;
    let isAnswered = false;
    const holdMore = (more: number): void => {
      if (isAnswered) return;
      hold(names, more);
      bytes += more;
    };
    reply.raw.once('close', () => {
      isAnswered = true;
      for (const name of names) add(name, -bytes);
    });
    if (announced !== undefined) {
      try {
        holdMore(announced);
      } catch (error) {
        return done(error as Problem);
      }
      return done(null, payload);
    }
    let arrived = 0;
    const counted = new Transform({
      transform(chunk: Buffer, _encoding, passed) {
        arrived += chunk.length;
        try {
          if (arrived > uncountedBytes) holdMore(arrived - bytes);
          passed(null, chunk);
        } catch (error) {
          passed(error as Problem);
        }
      },
    });
    payload.once('error', (error) => counted.destroy(error));
    done(null, payload.pipe(counted));
  });
};
