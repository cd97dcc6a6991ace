import type { IncomingMessage, ServerResponse } from 'node:http';
import type { App } from './app-instance.ts';

/** Where the embedded identity provider lives. */
export const identityPath = '/identity';

export type IdentityHandler = (request: IncomingMessage, response: ServerResponse) => void;

/** Hands everything beneath `/identity` to the embedded provider, bodies unread, answers untouched. */
export const mountIdentityProvider = async (app: App, handler: IdentityHandler): Promise<void> => {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    scope.all(`${identityPath}/*`, { config: { permission: 'anonymous', unlimited: true } }, (request, reply) => {
      reply.hijack();
      handler(request.raw, reply.raw);
    });
  });
};
