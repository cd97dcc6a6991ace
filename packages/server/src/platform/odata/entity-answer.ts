import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EntityDeclaration } from './entity.ts';
import { jsonFormOf } from './json-form.ts';
import { odataHeaders, serviceRoot } from './service-root.ts';

/**
 * Replies with one row as JSON, with `@odata.context` unless the requested format omits it; `selection` is the
 * `$select` and `$expand` part of the context.
 */
export const answerEntity = (
  request: FastifyRequest,
  reply: FastifyReply,
  { set }: EntityDeclaration,
  { text, selection = '' }: { readonly text: string; readonly selection?: string },
): FastifyReply => {
  const form = jsonFormOf(request);
  const context = `${serviceRoot(request)}/$metadata#${set}${selection}/$entity`;
  const about = form.metadata === 'none' ? '' : `"@odata.context":${JSON.stringify(context)},`;
  return reply
    .headers(odataHeaders)
    .type(form.contentType)
    .send(`{${about}${text.slice(1)}`);
};
