import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const token = 'a-token-of-the-operator';
let closed: TestServer;
let opened: TestServer;
beforeAll(async () => {
  closed = await startTestServer({ areas: [], environment: { TRUSTED_PROXIES: '10.0.0.0/8,127.0.0.1' } });
  opened = await startTestServer({ areas: [], environment: { METRICS_TOKEN: token } });
});
afterAll(async () => {
  await closed.close();
  await opened.close();
});

const measure = async (server: TestServer, request: Omit<InjectOptions, 'url'> = {}): Promise<number> =>
  (await server.app.inject({ ...request, url: '/metrics' })).statusCode;

describe('the metrics', () => {
  it('can be read by a program on this machine', async () => {
    expect(await measure(closed)).toBe(200);
    expect(await measure(closed, { remoteAddress: '::1', headers: { host: '[::1]:8080' } })).toBe(200);
    expect(await measure(closed, { remoteAddress: '::ffff:127.0.0.1' })).toBe(200);
  });

  it.each<[string, Omit<InjectOptions, 'url'>]>([
    ['from another machine', { remoteAddress: '192.0.2.1' }],
    [
      'from another machine that claims to be this one',
      { remoteAddress: '192.0.2.1', headers: { 'x-forwarded-for': '127.0.0.1' } },
    ],
    ['through a trusted proxy', { remoteAddress: '10.0.0.1', headers: { 'x-forwarded-for': '127.0.0.1' } }],
    ['through a proxy on this machine', { headers: { 'x-forwarded-for': '192.0.2.1' } }],
    ['through a proxy on this machine that sends Forwarded', { headers: { forwarded: 'for=192.0.2.1' } }],
    ['through a proxy on this machine that forwards the host name', { headers: { host: 'portal.example.com' } }],
  ])('cannot be read %s', async (_way, request) => {
    expect(await measure(closed, request)).toBe(403);
  });

  it('can be read from anywhere with the configured token', async () => {
    const remoteAddress = '192.0.2.1';
    const asBearer = (given: string) => ({ remoteAddress, headers: { authorization: `Bearer ${given}` } });
    expect(await measure(opened, asBearer(token))).toBe(200);
    expect(await measure(opened, asBearer(`${token}x`))).toBe(401);
    expect(await measure(opened, { remoteAddress })).toBe(401);
    expect(await measure(opened)).toBe(200);
  });
});
