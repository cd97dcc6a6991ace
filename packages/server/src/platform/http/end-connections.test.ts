import { connect, type AddressInfo } from 'node:net';
import { Agent, get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import type { App } from './app-instance.ts';
import { endConnectionsOnClose } from './end-connections.ts';
import { sendProblem } from './problem-documents.ts';

test('a response closes its connection during shutdown only', async () => {
  const [begun, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const app = fastify({ return503OnClosing: false }) as unknown as App;
  app.setErrorHandler(sendProblem);
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

test('a request that was arriving when the shutdown began gets 503 with Retry-After', async () => {
  const [begun, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const app = fastify({ return503OnClosing: false }) as unknown as App;
  app.setErrorHandler(sendProblem);
  endConnectionsOnClose(app);
  app.get('/slow', { config: { permission: 'anonymous' } }, async () => {
    begun.resolve();
    await released.promise;
    return 'slow';
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const head = 'GET /slow HTTP/1.1\r\nhost: x\r\n';
  const arriving = connect(port, '127.0.0.1');
  arriving.write(head);
  // Delays the shutdown.
  const underWay = connect(port, '127.0.0.1');
  underWay.write(`${head}\r\n`);
  await begun.promise;
  const closing = app.close();
  await expect.poll(() => app.server.listening).toBe(false);
  arriving.write('\r\n');
  expect(await text(arriving)).toMatch(/^HTTP\/1\.1 503 [^]*retry-after: 1\r\n/i);
  released.resolve();
  expect(await text(underWay)).toMatch(/^HTTP\/1\.1 200 /);
  await closing;
});
