import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { problemDocument } from '@cfs/contracts/problem';
import { UndeclaredRouteError } from './platform/http/route-permissions.ts';
import { badRequest, conflict, notImplemented } from './platform/problems.ts';
import type { Area } from './platform/services.ts';
import type { TestAnswer } from './testing/test-client.ts';
import { startTestServer, type TestServer } from './testing/test-server.ts';

const probes: Area = {
  name: 'probes',
  routes: (app, { gate }) => {
    const config = { permission: 'signed-in' } as const;
    const body = z.object({ name: z.string().min(1), steps: z.array(z.object({ at: z.number() })).default([]) });
    app.put('/v1/probes', { config, schema: { body } }, (request) => request.body);
    app.patch('/v1/probes/:id', { config, schema: { params: z.object({ id: z.guid() }) } }, (request) => ({
      body: request.body,
    }));
    app.get('/v1/probes/Find', { config }, (request) => request.query);
    app.get('/v1/probes/throws/:what', { config }, ({ params }) => {
      const { what } = params as { what: string };
      if (what === 'position') throw badRequest('There is a fault.', { position: 7 });
      if (what === 'construct') throw notImplemented('geo.distance is not supported.');
      if (what === 'conflict') throw conflict('The value is not equal to the test value.');
      throw new Error('select secret from cfs.tenants');
    });
    app.get('/v1/probes/database/:text', { config }, ({ context, params }) =>
      gate.read(context, 'Locations:view', (db) =>
        db.selectNoFrom(sql`${(params as { text: string }).text}::int`.as('number')).executeTakeFirst(),
      ),
    );
    app.get('/v1/probes/long', { config }, () => 'x'.repeat(5_000));
    app.get('/v1/probes/open', { config: { permission: 'anonymous' } }, () => ({ open: true }));
  },
};

const page = '<html><head><style nonce="__CSP_NONCE__"></style><script nonce="__CSP_NONCE__"></script></head></html>';
const builtScript = `export const text = '${'long '.repeat(1_000)}';`;
let portal: string;
let server: TestServer;
let port: number;
beforeAll(async () => {
  portal = await mkdtemp(join(tmpdir(), 'cfs-portal-test-'));
  await mkdir(join(portal, 'assets'));
  await writeFile(join(portal, 'index.html'), page);
  await writeFile(join(portal, 'silent-callback.html'), page);
  await writeFile(join(portal, 'assets', 'app-1a2b.js'), 'export {};');
  await writeFile(join(portal, 'assets', 'built-3c4d.js'), builtScript);
  await writeFile(join(portal, 'assets', 'built-3c4d.js.br'), brotliCompressSync(builtScript));
  await writeFile(join(portal, 'assets', 'built-3c4d.js.gz'), gzipSync(builtScript));
  await writeFile(join(portal, 'assets', 'raw-5e6f.js'), builtScript);
  await writeFile(join(portal, 'favicon.svg'), '<svg/>');
  server = await startTestServer({
    areas: [probes],
    portalDirectory: portal,
    environment: { ANONYMOUS_RATE_LIMIT: '20', BODY_LIMIT: '2048' },
  });
  port = Number(new URL(await server.app.listen({ port: 0, host: '127.0.0.1' })).port);
});
afterAll(async () => {
  await server.close();
  await rm(portal, { recursive: true });
});

/** Parses the problem document of a response, and checks it against the contract. */
const problemOf = ({ status, headers, body }: TestAnswer) => {
  expect(headers['content-type']).toBe('application/problem+json; charset=utf-8');
  const document = problemDocument.parse(body);
  expect(document.status).toBe(status);
  expect(document.message).toBe(document.detail);
  const { message } = document;
  expect(document.error).toEqual({ code: String(status), message, data: { message } });
  expect(headers['odata-version']).toBe('4.0');
  expect(headers['x-request-id']).toBe(document.traceId);
  return document;
};
const send = async (request: Parameters<TestServer['anonymous']['send']>) =>
  problemOf(await server.as('Viewer').send(...request));

describe('a request body', () => {
  it.each([
    ['{"name": }', 'The body is not valid JSON.'],
    ['{"name": "secret', 'The body is not valid JSON at position 16.'],
    ['', 'The body must be JSON, but is empty.'],
    [String.raw`{"name": "a\u0000"}`, 'The body contains a text with a NUL character.'],
    [String.raw`{"name": "a\ud800"}`, 'The body contains a text with an unpaired surrogate.'],
    [String.raw`{"\u0000": 1}`, 'The body contains a text with a NUL character.'],
    ['{"__proto__": {"admin": true}}', 'The body has a key "__proto__", which is not allowed.'],
    [Buffer.from([0x7b, 0xff, 0x7d]), 'The body is not valid UTF-8.'],
  ])('gets 400 that names the fault of %s', async (body, detail) => {
    const problem = await send(['PUT', '/v1/probes', { body, headers: { 'content-type': 'application/json' } }]);
    expect(problem).toMatchObject({ status: 400, detail });
  });

  it.each(['gzip', 'deflate', 'br', 'GZIP, identity'])('gets 415 that names the encoding %s', async (encoding) => {
    const headers = { 'content-type': 'application/json', 'content-encoding': encoding };
    const problem = await send(['PUT', '/v1/probes', { body: Buffer.from([0x1f, 0x8b, 0x08]), headers }]);
    const detail = `The content encoding ${encoding.toLowerCase()} is not supported by this call.`;
    expect(problem).toMatchObject({ status: 415, detail });
    const plain = await send([
      'PUT',
      '/v1/probes',
      { body: '', headers: { ...headers, 'content-encoding': 'identity' } },
    ]);
    expect(plain).toMatchObject({ status: 400, detail: 'The body must be JSON, but is empty.' });
  });

  it('gets an error for each invalid field', async () => {
    const problem = await send(['PUT', '/v1/probes', { body: { name: '', steps: [{ at: 'x' }] } }]);
    expect(Object.keys(problem.errors ?? {})).toEqual(['Name', 'Steps[0].at']);
  });

  it('is refused if it is too large or of another type', async () => {
    expect(await send(['PUT', '/v1/probes', { body: { name: 'x'.repeat(3_000) } }])).toMatchObject({ status: 413 });
    const xml = { body: '<a/>', headers: { 'content-type': 'text/xml' } };
    expect(await send(['PUT', '/v1/probes', xml])).toMatchObject({ status: 415 });
  });

  it('may contain text that only looks hostile, and a JSON Patch', async () => {
    const name = String.raw`\\u0000 constructor __proto__ 😀`;
    expect((await server.as('Viewer').put('/v1/probes', { name })).body).toMatchObject({ name });
    const patch = await server.as('Viewer').send('PATCH', '/v1/probes/6f9619ff-8b86-4011-b42d-00c04fc964ff', {
      body: [{ op: 'test', path: '/name', value: 'a' }],
      headers: { 'content-type': 'application/json-patch+json' },
    });
    expect(patch.status).toBe(200);
  });
});

describe('an address', () => {
  it('leads to the same route in every form', async () => {
    const answers = await Promise.all(
      [
        '/v1/probes/Find(a=1,b=%27x%27)?c=2',
        '/api/v1/PROBES/find/?c=2&@a=1&@b=%27x%27',
        "/API/v1/probes/Find(a=1,b='x')?c=2",
      ].map((address) => server.as('Viewer').get(address)),
    );
    for (const answer of answers) expect(answer.body).toEqual({ c: '2', '@a': '1', '@b': "'x'" });
  });

  it.each([
    ['/v1/unknown', 404],
    ['/v1/probes(', 404],
    ['/api/unknown', 404],
    ['/v1/probes/Find?a=%00', 400],
    ['/v1/probes/%00', 400],
    ['/v1/probes/%zz', 400],
    [`/v1/probes/Find?a=${'x'.repeat(9_000)}`, 414],
    [`/v1/probes/${'x'.repeat(9_000)}`, 414],
  ])('that is unknown, malformed or too long gets a problem document: %s', async (address, status) => {
    expect(await send(['GET', address])).toMatchObject({ status });
  });

  it('with a malformed id gets 400 that names the parameter', async () => {
    expect(await send(['PATCH', '/v1/probes/5', { body: [] }])).toMatchObject({
      status: 400,
      errors: { Id: [expect.any(String)] },
    });
  });

  it('that exceeds the limit of all headers still gets a problem document', async () => {
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1');
      let text = '';
      socket
        .on('data', (part) => (text += part.toString()))
        .on('end', () => resolve(text))
        .on('error', reject);
      socket.write(`GET /v1/probes?${'x'.repeat(70_000)} HTTP/1.1\r\nhost: localhost\r\n\r\n`);
    });
    expect(answer).toMatch(/^HTTP\/1\.1 431 .*application\/problem\+json.*"status":431/s);
  });
});

describe('an error in a route', () => {
  it('keeps its status and further members if it is a problem', async () => {
    expect(await send(['GET', '/v1/probes/throws/position'])).toMatchObject({ status: 400, position: 7 });
    expect(await send(['GET', '/v1/probes/throws/construct'])).toMatchObject({ status: 501 });
    expect(await send(['GET', '/v1/probes/throws/conflict'])).toMatchObject({ status: 409, title: 'Conflict' });
  });

  it('that is unexpected reveals nothing but the trace id', async () => {
    const problem = await send(['GET', '/v1/probes/throws/error']);
    expect(JSON.stringify(problem)).not.toContain('secret');
    expect(problem).toMatchObject({ status: 500, title: 'Internal Server Error' });
    expect(server.takeServerErrors().join()).toContain('select secret from cfs.tenants');
  });

  it('of the database about a value returns 400', async () => {
    expect(await send(['GET', '/v1/probes/database/12x'])).toMatchObject({ status: 400 });
    expect(await send(['GET', '/v1/probes/database/99999999999999'])).toMatchObject({ status: 400 });
  });
});

describe('the server', () => {
  it('refuses a route that declares no permission', async () => {
    const careless: Area = { name: 'careless', routes: (app) => void app.get('/v1/careless', () => ({})) };
    await expect(startTestServer({ areas: [careless] })).rejects.toThrow(UndeclaredRouteError);
  });

  it.each([{ permission: '' as 'anonymous' }, { permission: [] }])('refuses a route that has %o', async (config) => {
    const careless: Area = { name: 'careless', routes: (app) => void app.get('/v1/careless', { config }, () => ({})) };
    await expect(startTestServer({ areas: [careless] })).rejects.toThrow(UndeclaredRouteError);
  });

  it("continues the caller's trace", async () => {
    const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
    const answer = await server.anonymous.get('/v1/unknown', { traceparent: `00-${trace}-00f067aa0ba902b7-01` });
    expect(problemOf(answer).traceId).toBe(trace);
    const hostile = await server.anonymous.get('/v1/unknown', { 'x-request-id': 'a b\'"<' });
    expect(problemOf(hostile).traceId).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('reports its health, its readiness and its metrics', async () => {
    expect((await server.anonymous.get('/healthz')).body).toEqual({ status: 'ok' });
    expect((await server.anonymous.get('/readyz')).body).toEqual({ status: 'ready' });
    const { text } = await server.anonymous.get('/metrics');
    expect(text).toContain('http_request_duration_seconds_bucket');
    const seconds = /http_request_duration_seconds_sum{route="\/healthz"[^}]*} ([\d.e-]+)/.exec(text)?.[1];
    expect(Number(seconds)).toBeGreaterThan(0);
    expect(Number(seconds)).toBeLessThan(30);
  });

  it('compresses long responses if the client accepts it', async () => {
    const viewer = server.as('Viewer');
    expect((await viewer.get('/v1/probes/long')).headers['content-encoding']).toBeUndefined();
    expect((await viewer.get('/v1/probes/long', { 'accept-encoding': 'gzip' })).headers['content-encoding']).toBe(
      'gzip',
    );
    expect(
      (await viewer.get('/v1/probes/Find', { 'accept-encoding': 'gzip' })).headers['content-encoding'],
    ).toBeUndefined();
  });

  it('limits the anonymous calls of an address', async () => {
    const answers: TestAnswer[] = [];
    for (let call = 0; call < 21; call += 1) answers.push(await server.anonymous.get('/v1/probes/open'));
    const last = answers.at(-1);
    expect(last && problemOf(last)).toMatchObject({ status: 429 });
    expect(Number(last?.headers['retry-after'])).toBeGreaterThan(0);
    expect((await server.as('Viewer').get('/v1/probes/Find')).status).toBe(200);
  });
});

describe('the pages of the portal', () => {
  it('have a new nonce in each response', async () => {
    const [one, other] = [await server.anonymous.get('/'), await server.anonymous.get('/')];
    const nonces = [one, other].map(({ text, headers }) => {
      const [nonce = ''] = text.match(/(?<=script nonce=")[^"]+/) ?? [];
      const policy = String(headers['content-security-policy']);
      expect(policy).toContain(`script-src 'self' 'nonce-${nonce}'`);
      expect(policy).toContain(`style-src 'self' 'nonce-${nonce}'`);
      expect(policy).not.toMatch(/unsafe/);
      expect(text).not.toContain('__CSP_NONCE__');
      return nonce;
    });
    expect(nonces[0]).not.toBe(nonces[1]);
    expect(one.headers['cache-control']).toBe('no-store');
  });

  it.each([
    '/6f9619ff-8b86-4011-b42d-00c04fc964ff/devices',
    '/user/login?requestUrl=%2Fx',
    '/nowhere',
    '/silent-callback.html',
  ])('are served at %s', async (address) => {
    const answer = await server.anonymous.get(address);
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  });

  it.each(['//:80', '//[', '//x:99999/', '///[.js', '/\\\\[', '*'])('cause no server error at %s', async (path) => {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      get({ host: '127.0.0.1', port, path }, resolve).on('error', reject);
    });
    answer.resume();
    expect(answer.statusCode).toBeLessThan(500);
  });

  it('cache hashed assets permanently and other files for an hour', async () => {
    const asset = await server.anonymous.get('/assets/app-1a2b.js');
    expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect((await server.anonymous.get('/favicon.svg')).headers['cache-control']).toBe('public, max-age=3600');
  });

  it.each([
    ['br, gzip', 'br', brotliCompressSync(builtScript).length],
    ['gzip, deflate', 'gzip', gzipSync(builtScript).length],
    ['identity', undefined, builtScript.length],
  ])('send an asset as compressed by the build to clients that accept %s', async (accepted, encoding, length) => {
    const address = '/assets/built-3c4d.js';
    const { status, headers } = await server.anonymous.get(address, { 'accept-encoding': accepted });
    expect([status, headers['content-encoding'], Number(headers['content-length'])]).toEqual([200, encoding, length]);
    expect(headers).toMatchObject({
      'content-type': 'application/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
    });
    const again = await server.anonymous.get(address, {
      'accept-encoding': accepted,
      'if-none-match': String(headers['etag']),
    });
    expect(again.status).toBe(304);
  });

  it('never compress an asset per request', async () => {
    const { headers } = await server.anonymous.get('/assets/raw-5e6f.js', { 'accept-encoding': 'br, gzip' });
    expect([headers['content-encoding'], Number(headers['content-length'])]).toEqual([undefined, builtScript.length]);
  });

  it.each([
    '/assets/none.js',
    '/none.svg',
    '/assets/../index.html.map',
    '/assets/%2e%2e/%2e%2e/etc/passwd.txt',
    '/v1/none',
    '/api',
  ])('are not served at %s', async (address) => {
    expect(problemOf(await server.anonymous.get(address))).toMatchObject({ status: 404 });
  });
});
