import type { IncomingMessage, ServerResponse } from 'node:http';
import type { App } from './app-instance.ts';

/** Where the embedded identity provider lives. */
export const identityPath = '/identity';

/** Whether an address is the provider's; those are case-sensitive and stay as they are. */
export const isIdentityAddress = (address: string): boolean => /^\/identity(?:[/?]|$)/.test(address);

export type IdentityHandler = (request: IncomingMessage, response: ServerResponse) => void;

/** Hands everything beneath `/identity` to the embedded provider, bodies unread, answers with no header but every answer's. */
export const mountIdentityProvider = async (app: App, handler: IdentityHandler): Promise<void> => {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    const config = { permission: 'anonymous', unlimited: true } as const;
    for (const path of [identityPath, `${identityPath}/*`]) {
      scope.all(path, { config }, (request, reply) => {
        reply.hijack();
        for (const [name, value] of Object.entries(app.answerHeaders)) reply.raw.setHeader(name, value);
        handler(request.raw, reply.raw);
      });
    }
  });
};
