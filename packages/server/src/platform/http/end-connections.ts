import type { App } from './app-instance.ts';

/** Closes keep-alive connections with their next response during shutdown, which otherwise waits for them. */
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
