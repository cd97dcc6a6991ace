import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../app.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import type { App } from './app-instance.ts';

let server: TestServer;
let app: App;
let plain: TestServer;
let portalDirectory: string;
let port: number;

beforeAll(async () => {
  portalDirectory = await mkdtemp(join(tmpdir(), 'portal-'));
  await writeFile(join(portalDirectory, 'index.html'), '<!doctype html>');
  await writeFile(join(portalDirectory, 'file.txt'), 'text');
  server = await startTestServer({ areas: [], environment: { PUBLIC_ORIGIN: 'https://portal.example.com' } });
  plain = await startTestServer({ areas: [], environment: { PUBLIC_ORIGIN: 'http://portal.example.com' } });
  app = await createApp({
    services: server.services,
    access: server.database.createGate({ clock: server.clock }),
    areas: [],
    identityHandler: (_request, response) => response.end('provider'),
    portalDirectory,
  });
  port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
});
afterAll(async () => {
  await app.close();
  await Promise.all([server.close(), plain.close()]);
  await rm(portalDirectory, { recursive: true });
});

/** Sends bytes to the server; resolves to its response. */
const say = async (bytes: string): Promise<string> => {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(bytes);
  return text(socket);
};
const get = (path: string, ...headers: readonly string[]): Promise<string> =>
  say([`GET ${path} HTTP/1.1`, ...headers, 'Connection: close', '', ''].join('\r\n'));

describe('a Host header', () => {
  it.each([
    [['Host: localhost', 'Host: localhost']],
    [['Host: portal.example.com', 'host: elsewhere.example']],
    [['Host: a b']],
    [['Host: a/b']],
    [['Host: user@localhost']],
    [['Host: a,b']],
    [['Host: [::1']],
    [[]],
  ])('is refused: %j', async (headers) => {
    expect(await get('/healthz', ...headers)).toMatch(/^HTTP\/1\.1 400 /);
  });

  it.each(['localhost', '127.0.0.1:8080', '[::1]:8080', 'a_b.example.com', 'xn--nstr-roa.example'])(
    'is accepted: %s',
    async (host) => {
      expect(await get('/healthz', `Host: ${host}`)).toMatch(/^HTTP\/1\.1 200 /);
    },
  );
});

describe('every response', () => {
  const get1 = (path: string) => () => get(path, 'Host: localhost');
  it.each([
    ['of the portal', 200, get1('/')],
    ['of a file', 200, get1('/file.txt')],
    ['for a missing file', 404, get1('/none.txt')],
    ['of the API', 200, get1('/healthz')],
    ['without credentials', 401, get1('/v1')],
    ['for an unknown URL', 404, get1('/v1/nothing')],
    ['for a malformed URL', 400, get1('/%')],
    ['of the embedded provider', 200, get1('/identity/anything')],
    ['to data that is not HTTP', 400, () => say('HELLO\r\n\r\n')],
    ['to headers that are too long', 431, () => get('/', `X-Long: ${'x'.repeat(70_000)}`)],
    ['to two Host headers', 400, () => get('/', 'Host: a', 'Host: b')],
  ])('forbids content sniffing and enforces https: %s', async (_, status, ask) => {
    const answer = await ask();
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    const [head = ''] = answer.split('\r\n\r\n');
    expect(head.match(/^x-content-type-options: nosniff$/gim)).toHaveLength(1);
    expect(head.match(/^strict-transport-security: max-age=31536000$/gim)).toHaveLength(1);
  });

  it('does not enforce https if the portal is published over http', async () => {
    const { headers } = await plain.anonymous.get('/healthz');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['strict-transport-security']).toBeUndefined();
  });
});
