import { Problem } from '../problems.ts';
import type { App } from './app-instance.ts';

/**
 * Closes keep-alive connections with their next response once `draining` has aborted or the server closes, which otherwise
 * waits for them. Requests that arrive on one while it closes return 503 with Retry-After; Fastify's own 503 has none
 * (`return503OnClosing`).
 */
export const endConnectionsOnClose = (app: App, draining?: AbortSignal): void => {
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  app.addHook('onRequest', (_request, _reply, done) => done(closing ? stopping() : undefined));
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (closing || draining?.aborted) void reply.header('connection', 'close');
    done();
  });
};

/** 503 of a server that is about to stop. */
export const stopping = (): Problem =>
  new Problem({
    status: 503,
    detail: 'The server is stopping. Please try again.',
    headers: { 'retry-after': '1' },
    isIntended: true,
  });
