import type { IncomingMessage, ServerResponse } from 'node:http';
import type { App } from './app-instance.ts';

/** Where the embedded identity provider lives. */
export const identityPath = '/identity';

/** Whether an address is the provider's; those are case-sensitive and stay as they are. */
export const isIdentityAddress = (address: string): boolean => /^\/identity(?:[/?]|$)/.test(address);

/** Is given the caller's address, as trusted proxies tell it. */
export type IdentityHandler = (request: IncomingMessage, response: ServerResponse, address: string) => void;

/** Where the provider stores something for everybody who asks. */
const startingPaths = ['/auth', '/session/end'] as const;

/** Hands everything beneath `/identity` to the embedded provider, bodies unread, answers with no header but every answer's. */
export const mountIdentityProvider = async (app: App, handler: IdentityHandler): Promise<void> => {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    const config = { permission: 'anonymous' } as const;
    const starting = new Set<string>(startingPaths.map((path) => `${identityPath}${path}`));
    for (const path of [identityPath, `${identityPath}/*`, ...starting]) {
      scope.all(path, { config: { ...config, startsSignIn: starting.has(path) } }, (request, reply) => {
        reply.hijack();
        for (const [name, value] of Object.entries(app.answerHeaders)) reply.raw.setHeader(name, value);
        handler(request.raw, reply.raw, request.ip);
      });
    }
  });
};
