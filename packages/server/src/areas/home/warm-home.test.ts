import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { warmHome } from './warm-home.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('reads Home without a signed-in user', async () => {
  const warn = vi.spyOn(server.services.log, 'warn');
  await warmHome(server.services);
  expect(warn).not.toHaveBeenCalled();
});

test('logs a failure and resolves', async () => {
  const { clock, gate, log } = server.services;
  const warn = vi.spyOn(log, 'warn').mockImplementation(() => undefined);
  const readText = () => Promise.reject(new Error('The database is gone.'));
  const broken = { ...gate, lagging: { ...gate.lagging, readText } };
  await expect(warmHome({ clock, log, gate: broken })).resolves.toBeUndefined();
  expect(warn).toHaveBeenCalledOnce();
});
