import type { App } from './app-instance.ts';

/** Ends kept-alive connections with their next answer once the server stops, which otherwise waits for them. */
export const endConnectionsOnClose = (app: App): void => {
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (closing) void reply.header('connection', 'close');
    done();
  });
};
