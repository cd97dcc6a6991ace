import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, type Socket } from 'node:net';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bodyBudgetOf, limitBodies } from './body-budget.ts';
import { sendProblem } from './problem-documents.ts';

const size = 150_000;
const app = Fastify({ bodyLimit: 1_000_000 });
let port = 0;

beforeAll(async () => {
  app.setErrorHandler(sendProblem);
  limitBodies(app, { perCaller: 2 * size, perTenant: 10 * size, all: 10 * size });
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) => parsed(null, body));
  app.post('/', { config: { permission: 'anonymous' } }, ({ body }) => ({ bytes: (body as Buffer).length }));
  await app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.address() as AddressInfo).port;
});
afterAll(() => app.close());

/** Announces a body and sends a part of it. */
const begin = async (headers: string, part: string): Promise<Socket> => {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(`POST / HTTP/1.1\r\nhost: a\r\ncontent-type: a/b\r\n${headers}\r\n\r\n${part}`);
  return socket;
};

const post = async (body: string | ReadableStream): Promise<Response> =>
  fetch(`http://127.0.0.1:${port}`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'a/b' },
    ...(body instanceof ReadableStream && { duplex: 'half' }),
  });

const inChunks = (count: number): ReadableStream =>
  ReadableStream.from(Array.from({ length: count }, () => new Uint8Array(10_000)));

const statusOf = async (body: string | ReadableStream): Promise<number> => (await post(body)).status;

describe('bodies in progress', () => {
  it('are refused beyond the share of a caller, with a length or in chunks, until others have ended', async () => {
    const slow = [
      await begin(`content-length: ${size}`, 'x'),
      await begin('transfer-encoding: chunked', `${size.toString(16)}\r\n${'x'.repeat(size)}\r\n`),
    ];
    await expect.poll(() => statusOf('x'.repeat(size))).toBe(429);
    const refused = await post('x'.repeat(size));
    expect(refused.headers.get('retry-after')).toBe('2');
    expect(await refused.json()).toMatchObject({ status: 429 });
    expect(await statusOf(inChunks(20))).toBe(429);
    expect(await statusOf('x'.repeat(60_000))).toBe(200);

    for (const socket of slow) socket.destroy();
    await expect.poll(() => statusOf('x'.repeat(2 * size))).toBe(200);
    await expect.poll(() => statusOf(inChunks(30))).toBe(200);
  });

  it('are released with every response', async () => {
    for (let each = 0; each < 20; each += 1) {
      expect(await statusOf('x'.repeat(2 * size))).toBe(200);
      expect(await statusOf(inChunks(25))).toBe(200);
    }
  });

  it('do not include bodies beyond the limit of the route, which get 413', async () => {
    expect(await statusOf('x'.repeat(1_000_001))).toBe(413);
  });
});

describe('bodies of all callers', () => {
  it('may use the whole budget together, and are refused with 503 beyond it', async () => {
    const small = Fastify({ bodyLimit: 1_000_000 });
    small.setErrorHandler(sendProblem);
    limitBodies(small, { perCaller: 10 * size, perTenant: 10 * size, all: size });
    small.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) => parsed(null, body));
    small.post('/', { config: { permission: 'anonymous' } }, () => ({}));
    const send = (length: number) =>
      small.inject({ method: 'POST', url: '/', headers: { 'content-type': 'a/b' }, payload: 'x'.repeat(length) });
    expect((await send(size)).statusCode).toBe(200);
    const refused = await send(size + 1);
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '2']);
    expect((await send(size)).statusCode).toBe(200);
    await small.close();
  });
});

it('divides the budget of a node among its web processes, down to the need of two callers', () => {
  const mebibytesOf = (webProcesses: number) =>
    Object.values(bodyBudgetOf(webProcesses)).map((bytes: number) => bytes / 1_048_576);
  expect([1, 2, 8].map(mebibytesOf)).toEqual([
    [64, 128, 384],
    [64, 64, 192],
    [64, 64, 128],
  ]);
});
