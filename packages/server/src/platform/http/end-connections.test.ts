import type { AddressInfo } from 'node:net';
import { Agent, get, type IncomingMessage } from 'node:http';
import fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import type { App } from './app-instance.ts';
import { endConnectionsOnClose } from './end-connections.ts';

test('a response during shutdown ends its connection, one before keeps it', async () => {
  const [begun, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const app = fastify() as unknown as App;
  endConnectionsOnClose(app);
  app.get('/fast', { config: { permission: 'anonymous' } }, () => 'fast');
  app.get('/slow', { config: { permission: 'anonymous' } }, async () => {
    begun.resolve();
    await released.promise;
    return 'slow';
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  const { port } = app.server.address() as AddressInfo;
  const connectionOf = (path: string) =>
    new Promise<string | undefined>((resolve, reject) => {
      get({ port, host: '127.0.0.1', path, agent }, (answer: IncomingMessage) => {
        answer.resume();
        answer.on('end', () => resolve(answer.headers.connection));
      }).on('error', reject);
    });
  expect(await connectionOf('/fast')).toBe('keep-alive');
  const slow = connectionOf('/slow');
  await begun.promise;
  const closing = app.close();
  await expect.poll(() => app.server.listening).toBe(false);
  released.resolve();
  expect(await slow).toBe('close');
  await closing;
});
