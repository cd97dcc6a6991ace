import { Gauge, Registry } from 'prom-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startMetricsListener, type MetricsListener } from './metrics-listener.ts';

const token = 'a-token-of-the-operator';
let listener: MetricsListener;
let origin: string;

beforeAll(async () => {
  const registry = new Registry();
  new Gauge({ name: 'answer', help: 'A number.', registers: [registry] }).set(42);
  listener = await startMetricsListener(() => registry.metrics(), { port: 0, host: '127.0.0.1', token });
  origin = `http://127.0.0.1:${listener.port}`;
});
afterAll(() => listener.close());

const call = async (path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') => {
  const answer = await fetch(`${origin}${path}`, { headers, method });
  return { status: answer.status, text: await answer.text() };
};

it('serves the metrics to programs on this machine, and to others with the token', async () => {
  expect(await call('/metrics')).toEqual({ status: 200, text: expect.stringContaining('answer 42') });
  const forwarded = { 'x-forwarded-for': '192.0.2.1' };
  expect((await call('/metrics', forwarded)).status).toBe(401);
  expect((await call('/metrics', { ...forwarded, authorization: 'Bearer wrong' })).status).toBe(401);
  expect((await call('/metrics', { ...forwarded, authorization: `Bearer ${token}` })).status).toBe(200);
});

it('serves nothing else but the liveness of the process', async () => {
  expect(await call('/healthz')).toEqual({ status: 200, text: '{"status":"ok"}' });
  expect((await call('/v1/locations')).status).toBe(404);
  expect((await call('/metrics', {}, 'POST')).status).toBe(404);
});
