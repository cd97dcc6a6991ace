import type { FastifyReply, FastifyRequest } from 'fastify';

/** Nothing of an answer may be kept, framed, or taken for something else; pages say so for themselves. */
const headers = {
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
};

/** Sets the headers that every answer begins with. */
export const setProgramHeaders = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  reply.headers(headers).header('x-request-id', request.id);
