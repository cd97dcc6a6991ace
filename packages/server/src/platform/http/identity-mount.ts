import type { IncomingMessage, ServerResponse } from 'node:http';
import type { App } from './app-instance.ts';

/** Path of the embedded identity provider. */
export const identityPath = '/identity';

/** Whether a URL is the provider's; these are case-sensitive and not canonicalised. */
export const isIdentityAddress = (address: string): boolean => /^\/identity(?:[/?]|$)/.test(address);

/** Receives the client address according to trusted proxies. */
export type IdentityHandler = (request: IncomingMessage, response: ServerResponse, address: string) => void;

/** Paths where the provider stores a record for anonymous callers. */
const startingPaths = ['/auth', '/session/end'] as const;

/**
 * Passes all requests under `/identity` to the embedded provider, with unread bodies; responses get only the headers of
 * every response.
 */
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
