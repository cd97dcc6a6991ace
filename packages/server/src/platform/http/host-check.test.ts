import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

describe('the host names that a first run accepts', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ areas: [], hosts: ['127.0.0.1', 'portal.example.com:8080'] });
  });
  afterAll(() => server.close());

  it.each(['localhost', 'LOCALHOST:8080', '127.0.0.1:9', '[::1]:8080', 'portal.example.com'])(
    'include %s',
    async (host) => {
      expect((await server.anonymous.get('/healthz', { host })).status).toBe(200);
    },
  );

  it.each(['rebound.example.com', 'localhost.example.com', '10.0.0.1:8080', 'x'])(
    'do not include "%s"',
    async (host) => {
      expect((await server.anonymous.get('/healthz', { host })).status).toBe(421);
    },
  );
});
