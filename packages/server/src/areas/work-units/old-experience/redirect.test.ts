import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await server.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => server.close());

const locationOf = (path: string): Promise<string | undefined> =>
  new Promise((resolve, reject) => {
    const { port } = server.app.server.address() as AddressInfo;
    request({ port, host: '127.0.0.1', path, headers: { accept: 'text/html' } }, (answer) => {
      answer.resume();
      resolve(answer.headers.location);
    })
      .on('error', reject)
      .end();
  });

test('a visitor without a sign-in is never redirected to another site', async () => {
  const location = await locationOf('/\\evil.example/workunits/index');
  expect(new URL(location ?? '/', 'https://portal.example').origin).toBe('https://portal.example');
});
