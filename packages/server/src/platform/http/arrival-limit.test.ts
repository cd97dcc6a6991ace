import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { limitArrival } from './arrival-limit.ts';
import { sendProblem } from './problem-documents.ts';

const app = Fastify();
const limits = { usualMilliseconds: 200, idleMilliseconds: 150 };
let port = 0;

beforeAll(async () => {
  app.setErrorHandler(sendProblem);
  limitArrival(app, limits);
  app.post('/whole', { config: { permission: 'anonymous' } }, () => 'arrived');
  app.register(async (scope) => {
    scope.addContentTypeParser('*', (_request, payload, parsed) => parsed(null, payload));
    scope.post('/streamed', { config: { permission: 'anonymous', streamsBody: true } }, async ({ body }) => {
      let bytes = 0;
      for await (const chunk of body as AsyncIterable<Buffer>) bytes += chunk.length;
      return `${bytes} bytes`;
    });
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.address() as AddressInfo).port;
});
afterAll(() => app.close());

/**
 * Sends a body in pieces, with a pause between them, and resolves to the whole response. The server resets a connection
 * whose body it does not read to the end; bytes that it sent before still arrive.
 */
const send = async (path: string, pieces: number, pauseMilliseconds: number, announced = pieces): Promise<string> => {
  const socket = connect(port, '127.0.0.1');
  const answered = new Promise<string>((resolve) => {
    let text = '';
    socket.on('data', (chunk) => (text += chunk.toString()));
    socket.on('error', () => undefined);
    socket.once('close', () => resolve(text));
  });
  await once(socket, 'connect');
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: text/plain\r\ncontent-length: ${announced}\r\n\r\n`,
  );
  for (let sent = 0; sent < pieces && socket.writable; sent += 1) {
    socket.write('x');
    await wait(pauseMilliseconds);
  }
  return answered;
};

test('a body that arrives in time is accepted', async () => {
  expect(await send('/whole', 2, 1)).toContain('arrived');
});

test('a body that does not arrive completely in time leads to 408', async () => {
  expect(await send('/whole', 30, 20)).toMatch(/^HTTP\/1.1 408 [^]*did not arrive in time/);
});

test('a streamed body may take longer, as long as bytes arrive', async () => {
  expect(await send('/streamed', 30, 20)).toContain('30 bytes');
});

test('a streamed body that stops arriving leads to 408', async () => {
  expect(await send('/streamed', 2, 1, 10)).toMatch(/^HTTP\/1.1 408 /);
});
