import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** Headers of every answer, from any layer. */
    readonly answerHeaders: Readonly<Record<string, string>>;
    /** Whether browsers reach the portal over https, which a proxy in front of it speaks. */
    readonly isPublishedSecurely: boolean;
  }
}

/** Seconds for which browsers reach a portal that is published over https by https alone: a year. */
const strictTransportSeconds = 365 * 86_400;

const isPublishedSecurely = (publicOrigin: string | undefined): boolean => publicOrigin?.startsWith('https:') === true;

/** Headers of every answer, those below the framework included: of the embedded provider, and to what is no HTTP. */
export const answerHeaders = (publicOrigin: string | undefined): Readonly<Record<string, string>> => ({
  'x-content-type-options': 'nosniff',
  ...(isPublishedSecurely(publicOrigin) && { 'strict-transport-security': `max-age=${strictTransportSeconds}` }),
});

/** Nothing of an answer may be kept, framed, or taken for something else; pages say so for themselves. */
const headers = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
};

/** Makes known to the instance how it is published, and so the headers of every answer. */
export const knowAnswerHeaders = (app: FastifyInstance, publicOrigin: string | undefined): void => {
  app.decorate('answerHeaders', answerHeaders(publicOrigin));
  app.decorate('isPublishedSecurely', isPublishedSecurely(publicOrigin));
};

/** Sets the headers that every answer begins with. */
export const setProgramHeaders = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  reply.headers({ ...reply.server.answerHeaders, ...headers }).header('x-request-id', request.id);
