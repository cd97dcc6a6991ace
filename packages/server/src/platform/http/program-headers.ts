import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** Headers of every response, from any layer. */
    readonly answerHeaders: Readonly<Record<string, string>>;
    /** Those, and the default headers of responses of the framework. */
    readonly defaultHeaders: Readonly<Record<string, string>>;
    /** Whether browsers reach the portal over https, for example through a proxy. */
    readonly isPublishedSecurely: boolean;
  }
}

/** `max-age` of HSTS in seconds: one year. */
const strictTransportSeconds = 365 * 86_400;

const isPublishedSecurely = (publicOrigin: string | undefined): boolean => publicOrigin?.startsWith('https:') === true;

/**
 * Headers of every response, including those outside of the framework: of the embedded provider, and to malformed HTTP.
 */
export const answerHeaders = (publicOrigin: string | undefined): Readonly<Record<string, string>> => ({
  'x-content-type-options': 'nosniff',
  ...(isPublishedSecurely(publicOrigin) && { 'strict-transport-security': `max-age=${strictTransportSeconds}` }),
});

/** Responses must not be stored, framed or sniffed by default; pages override this. */
const headers = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
};

/** Configures the instance for its public origin and sets the headers of every response. */
export const decorateAnswerHeaders = (app: FastifyInstance, publicOrigin: string | undefined): void => {
  const always = answerHeaders(publicOrigin);
  app.decorate('answerHeaders', always);
  app.decorate('defaultHeaders', { ...always, ...headers });
  app.decorate('isPublishedSecurely', isPublishedSecurely(publicOrigin));
};

/** Sets the default headers of a response. */
export const setProgramHeaders = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  reply.headers({ ...reply.server.answerHeaders, ...headers }).header('x-request-id', request.id);
