import { unavailable } from '../problems.ts';
import type { App } from './app-instance.ts';

/**
 * Closes keep-alive connections with their next response during shutdown, which otherwise waits for them. Requests that still
 * arrive on one return 503 with Retry-After; Fastify's own 503 has none (`return503OnClosing`).
 */
export const endConnectionsOnClose = (app: App): void => {
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  app.addHook('onRequest', (_request, _reply, done) =>
    done(closing ? unavailable('The server is stopping. Please try again.') : undefined),
  );
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (closing) void reply.header('connection', 'close');
    done();
  });
};
