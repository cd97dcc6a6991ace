import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createSecureServer, type Server as SecureServer } from 'node:https';
import { connect, createServer as createTcpServer, type AddressInfo, type Socket as TcpSocket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runCore } from '../../testing/run-job.ts';
import { testCertificate } from '../../testing/test-certificate.ts';

let server: Server;
let secure: SecureServer;
let address: string;
let directory: string;
let closedPort: number;
const portOf = (of: { address(): AddressInfo | string | null }): number => (of.address() as AddressInfo).port;

const answers: Record<string, (request: IncomingMessage, response: ServerResponse) => void> = {
  '/ok': (_request, response) => response.end('all is well'),
  '/missing': (_request, response) => response.writeHead(404).end(),
  '/moved': (_request, response) => response.writeHead(302, { location: '/ok' }).end(),
  '/login-moved': (_request, response) => response.writeHead(307, { location: '/login' }).end(),
  '/items-moved': (_request, response) => response.writeHead(301, { location: '/items' }).end(),
  '/loop': (_request, response) => response.writeHead(302, { location: '/loop' }).end(),
  '/hangs': () => undefined,
  '/long': (_request, response) => response.end(Buffer.alloc(5 * 1_048_576)),
  '/items': (request, response) =>
    request.headers['x-key'] === 'right'
      ? response.end(
          JSON.stringify({
            items: [
              { name: 'a', size: 5 },
              { name: 'b', size: 7.5 },
            ],
            none: null,
          }),
        )
      : response.writeHead(401).end(),
  '/login': (request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () =>
      body === '{"user":"me"}'
        ? response.writeHead(200, { 'set-cookie': 'session=1; Path=/' }).end('{"token":"t-17"}')
        : response.writeHead(403).end(),
    );
  },
  '/account': (request, response) =>
    request.headers.authorization === 'Bearer t-17' && request.headers.cookie === 'session=1'
      ? response.end('welcome')
      : response.writeHead(401).end(),
};

const listen = async (what: { listen(port: number, host: string): unknown } & NodeJS.EventEmitter): Promise<void> => {
  what.listen(0, '127.0.0.1');
  await once(what, 'listening');
};

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cfs-built-in-'));
  server = createServer((request, response) => {
    const answer = answers[request.url ?? ''];
    if (answer) answer(request, response);
    else response.writeHead(404).end();
  });
  await listen(server);
  address = `http://127.0.0.1:${portOf(server)}`;
  secure = createSecureServer(testCertificate, (_request, response) => response.end('secure'));
  await listen(secure);
  const unused = createTcpServer();
  await listen(unused);
  closedPort = portOf(unused);
  unused.close();
  await once(unused, 'close');
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  secure.close();
  await rm(directory, { recursive: true });
});

describe('host metrics', () => {
  it('measures the processor over the sample', async () => {
    const busy = setInterval(() => {
      const end = performance.now() + 45;
      while (performance.now() < end);
    }, 50);
    const result = await runCore('HostMetrics', {});
    clearInterval(busy);
    expect(result).toMatchObject({ outcome: 'Succeeded' });
    expect(result.value).toBeGreaterThan(0);
    expect(result.value).toBeLessThanOrEqual(100);
    expect(result.metrics).toMatchObject({ CpuPercent: result.value });
    for (const name of ['MemoryPercent', 'DiskPercent']) expect(result.metrics?.[name]).toBeLessThanOrEqual(100);
  });

  it('fails for a sample that is too long and for a missing disk', async () => {
    const refused = { outcome: 'Failed', error: 'SampleSeconds must be a whole number from 1 to 60' };
    expect(await runCore('HostMetrics', { SampleSeconds: '61' })).toMatchObject(refused);
    const absent = await runCore('HostMetrics', { DiskPath: join(directory, 'absent') });
    expect(absent).toMatchObject({ outcome: 'Failed' });
    expect(absent.error).toContain('ENOENT');
  });
});

describe('process present', () => {
  it('counts the processes of a program', async () => {
    const present = await runCore('ProcessPresent', { ProcessName: 'NODE.exe' });
    expect(present).toMatchObject({ outcome: 'Succeeded', states: { Present: true } });
    expect(present.value).toBeGreaterThan(0);
    const absent = await runCore('ProcessPresent', { ProcessName: 'no-such-program' });
    expect(absent).toMatchObject({ outcome: 'Succeeded', value: 0, states: { Present: false } });
  });
});

describe('HTTP availability', () => {
  const read = (parameters: Record<string, string>) => runCore('HttpAvailability', parameters);

  it('returns 1 if the response is as expected', async () => {
    const result = await read({ Url: `${address}/moved`, ExpectedText: 'well' });
    expect(result).toMatchObject({ outcome: 'Succeeded', value: 1, states: { Available: true } });
    expect(result.metrics).toMatchObject({ StatusCode: 200 });
    expect(await read({ Url: `${address}/missing`, ExpectedStatus: '404' })).toMatchObject({ value: 1 });
  });

  it('returns 0 and the reason if it is not', async () => {
    const down = { outcome: 'Succeeded', value: 0, states: { Available: false } };
    expect(await read({ Url: `${address}/missing` })).toMatchObject({ ...down, error: 'the response has status 404' });
    expect(await read({ Url: `${address}/ok`, ExpectedText: 'ill' })).toMatchObject({
      ...down,
      error: 'the response does not contain the expected text',
    });
    expect(await read({ Url: `http://127.0.0.1:${closedPort}/` })).toMatchObject(down);
    expect(await read({ Url: `${address}/hangs`, TimeoutSeconds: '1' })).toMatchObject({
      ...down,
      error: 'no response within 1 seconds',
    });
    expect(await read({ Url: `${address}/loop` })).toMatchObject({ ...down, error: 'more than 10 redirects' });
    expect(await read({ Url: `${address}/long` })).toMatchObject(down);
  });

  describe('redirected to another origin', () => {
    let other: Server;
    let first: Server;
    let status: number;
    const seen: {
      readonly method: string | undefined;
      readonly headers: IncomingHttpHeaders;
      readonly body: string;
    }[] = [];
    beforeAll(async () => {
      other = createServer((request, response) => {
        void text(request).then((body) => {
          seen.push({ method: request.method, headers: request.headers, body });
          response.end('elsewhere');
        });
      });
      await listen(other);
      first = createServer((request, response) => {
        request.resume();
        response.writeHead(status, { location: `http://localhost:${portOf(other)}/` }).end();
      });
      await listen(first);
    });
    beforeEach(() => {
      seen.length = 0;
    });
    afterAll(() => {
      other.close();
      first.close();
    });
    const call = (more: Record<string, string>) =>
      read({
        Url: `http://127.0.0.1:${portOf(first)}/`,
        Headers: 'Authorization: Basic s3cret\nX-Api-Key: s3cret\nContent-Type: text/plain',
        ...more,
      });

    it.each([
      [302, 'POST', 'GET'],
      [303, 'PUT', 'GET'],
      [301, 'GET', 'GET'],
      [308, 'DELETE', 'DELETE'],
    ])('sends no configured header and no body: %i of %s', async (answered, Method, followed) => {
      status = answered;
      const Body: Record<string, string> = Method === 'POST' || Method === 'PUT' ? { Body: 's3cret' } : {};
      expect(await call({ Method, ...Body })).toMatchObject({ value: 1 });
      expect(seen).toMatchObject([{ method: followed, body: '' }]);
      expect(JSON.stringify(seen)).not.toContain('s3cret');
      expect(seen[0]?.headers).not.toHaveProperty('content-type');
    });

    it.each([307, 308])('does not follow with a body, and reports the reason: %i', async (answered) => {
      status = answered;
      expect(await call({ Method: 'POST', Body: 's3cret' })).toMatchObject({
        outcome: 'Succeeded',
        value: 0,
        error: `the body is not sent to http://localhost:${portOf(other)}, to which the response redirects`,
      });
      expect(seen).toEqual([]);
    });
  });

  it('keeps headers and body in a redirect within the origin', async () => {
    const Url = `${address}/login-moved`;
    expect(await read({ Url, Method: 'POST', Body: '{"user":"me"}' })).toMatchObject({ value: 1 });
    expect(await read({ Url: `${address}/items-moved`, Headers: 'X-Key: right' })).toMatchObject({ value: 1 });
  });

  it('trusts a private certificate authority only if it is configured on the machine', async () => {
    const Url = `https://localhost:${portOf(secure)}/`;
    expect(await read({ Url })).toMatchObject({ value: 0 });
    const network = { proxy: undefined, authorities: testCertificate.cert };
    expect(await runCore('HttpAvailability', { Url }, { network })).toMatchObject({ value: 1 });
  });

  it('uses the proxy of the machine', async () => {
    const seen: string[] = [];
    const proxy = createServer((request, response) => {
      seen.push(request.url ?? '');
      response.end('by proxy');
    });
    await listen(proxy);
    const network = { proxy: `http://127.0.0.1:${portOf(proxy)}`, authorities: undefined };
    const Url = 'http://elsewhere.test/status';
    expect(await runCore('HttpAvailability', { Url, ExpectedText: 'by proxy' }, { network })).toMatchObject({
      value: 1,
    });
    expect(seen).toEqual([Url]);
    proxy.close();
  });

  it('tunnels TLS through the proxy', async () => {
    const seen: string[] = [];
    const proxy = createServer().on('connect', (request, client: TcpSocket) => {
      seen.push(request.url ?? '');
      const target = connect(portOf(secure), '127.0.0.1', () => {
        client.write('HTTP/1.1 200 Connection established\r\n\r\n');
        target.pipe(client).pipe(target);
      });
      client.on('error', () => target.destroy());
      target.on('error', () => client.destroy());
    });
    await listen(proxy);
    const network = { proxy: `http://127.0.0.1:${portOf(proxy)}`, authorities: testCertificate.cert };
    // The certificate is for localhost, for which no proxy is used: the tunnel is established, but the name does not
    // match.
    const result = await runCore('HttpAvailability', { Url: 'https://elsewhere.test/' }, { network });
    expect(seen).toEqual(['elsewhere.test:443']);
    expect(result).toMatchObject({ value: 0 });
    expect(result.error).toContain('does not match certificate');
    proxy.close();
  });

  it('fails for missing and invalid parameters', async () => {
    const failed = (error: string) => ({ outcome: 'Failed', error });
    expect(await read({})).toMatchObject(failed('Url is required'));
    expect(await read({ Url: 'file:///etc/passwd' })).toMatchObject(
      failed('Url must be an address that begins with http:// or https://'),
    );
    expect(await read({ Url: address, Headers: 'no header' })).toMatchObject(
      failed('Headers must have one header per line: Name: Value'),
    );
  });
});

describe('synthetic HTTP check', () => {
  const login = {
    name: 'Log in',
    method: 'POST',
    url: '{{nothing}}',
    headers: { 'content-type': 'application/json' },
    body: { user: 'me' },
    extract: { token: '$.token' },
  };
  const account = { name: 'Account', url: '', headers: { Authorization: 'Bearer {{token}}' }, expectedText: 'welcome' };
  const stepsWith = (body: object) =>
    JSON.stringify([
      { ...login, url: `${address}/login`, body },
      { ...account, url: `${address}/account` },
    ]);

  it('runs the steps in order with cookies and extracted values', async () => {
    const result = await runCore('SyntheticHttp', { Steps: stepsWith({ user: 'me' }) });
    expect(result).toMatchObject({ outcome: 'Succeeded', value: 1, metrics: { StepsPassed: 2 } });
    expect(Object.keys(result.metrics ?? {})).toContain('Account Milliseconds');
  });

  it('sends a cookie only to the origin that set it, also after a redirect', async () => {
    const other = createServer((request, response) =>
      request.url === '/set'
        ? response.writeHead(200, { 'set-cookie': 'session=2' }).end()
        : response.end(`cookie: ${request.headers.cookie ?? 'none'}`),
    );
    await listen(other);
    const otherAddress = `http://127.0.0.1:${portOf(other)}`;
    answers['/away'] = (_request, response) =>
      response.writeHead(302, { location: `${otherAddress}/set`, 'set-cookie': 'session=1' }).end();
    answers['/cookie'] = (request, response) => response.end(`cookie: ${request.headers.cookie ?? 'none'}`);
    const steps = [
      { url: `${address}/away` },
      { url: `${address}/cookie`, expectedText: 'cookie: session=1' },
      { url: `${otherAddress}/cookie`, expectedText: 'cookie: session=2' },
    ];
    expect(await runCore('SyntheticHttp', { Steps: JSON.stringify(steps) })).toMatchObject({ value: 1 });
    other.close();
  });

  it('reports the step that failed', async () => {
    expect(await runCore('SyntheticHttp', { Steps: stepsWith({ user: 'you' }) })).toMatchObject({
      outcome: 'Succeeded',
      value: 0,
      states: { FailedStep: 'Log in' },
      error: 'Log in: the response has status 403',
      metrics: { StepsPassed: 0 },
    });
  });

  it('fails for invalid steps', async () => {
    expect(await runCore('SyntheticHttp', { Steps: '{}' })).toMatchObject({ outcome: 'Failed' });
    expect(await runCore('SyntheticHttp', { Steps: '[{"url":1}]' })).toMatchObject({
      error: 'step 1: url must be text',
    });
  });
});

describe('TCP port', () => {
  it('returns 1 for an open port, 0 for a closed one', async () => {
    const open = await runCore('TcpPort', { Host: '127.0.0.1', Port: String(portOf(server)) });
    expect(open).toMatchObject({ outcome: 'Succeeded', value: 1, states: { Open: true } });
    const closed = await runCore('TcpPort', { Host: '127.0.0.1', Port: String(closedPort) });
    expect(closed).toMatchObject({ outcome: 'Succeeded', value: 0, states: { Open: false } });
    expect(closed.error).toContain('ECONNREFUSED');
  });
});

describe('DNS lookup', () => {
  let dns: Socket;
  const nameOf = (question: Buffer): string => {
    const parts: string[] = [];
    for (let at = 12; question[at]; at += (question[at] ?? 0) + 1) {
      parts.push(question.toString('latin1', at + 1, at + 1 + (question[at] ?? 0)));
    }
    return parts.join('.');
  };
  /** Two addresses for one name; none for all others. */
  const reply = (question: Buffer): Buffer => {
    const known = nameOf(question) === 'known.test';
    const end = question.indexOf(0, 12) + 5;
    const header = Buffer.from(question.subarray(0, 12));
    header.writeUInt16BE(known ? 0x8180 : 0x8183, 2);
    header.writeUInt16BE(known ? 2 : 0, 6);
    header.writeUInt32BE(0, 8);
    const record = (last: number) => Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 10, 0, 0, last]);
    return Buffer.concat([header, question.subarray(12, end), ...(known ? [record(2), record(1)] : [])]);
  };

  beforeAll(async () => {
    dns = createSocket('udp4');
    dns.on('message', (question, from) => dns.send(reply(question), from.port, from.address));
    dns.bind(0, '127.0.0.1');
    await once(dns, 'listening');
  });
  afterAll(() => dns.close());
  const look = (parameters: Record<string, string>) =>
    runCore('DnsLookup', { Server: `127.0.0.1:${dns.address().port}`, ...parameters });

  it('returns the sorted records of a name', async () => {
    expect(await look({ Name: 'known.test', ExpectedRecord: '10.0.0.2' })).toMatchObject({
      outcome: 'Succeeded',
      value: '10.0.0.1,10.0.0.2',
      states: { Resolved: true },
      metrics: { Records: 2 },
    });
    expect(await look({ Name: 'known.test', ExpectedRecord: '10.9.9.9' })).toMatchObject({
      states: { Resolved: false },
    });
  });

  it('returns nothing for a name without records, and fails without a server', async () => {
    expect(await look({ Name: 'unknown.test' })).toMatchObject({ value: '', states: { Resolved: false } });
    const server = `127.0.0.1:${closedPort}`;
    expect(await look({ Name: 'known.test', Server: server, TimeoutSeconds: '1' })).toMatchObject({
      outcome: 'Failed',
    });
  });
});

describe('TLS certificate days left', () => {
  it('reads the certificate, trusted or not', async () => {
    const parameters = { Host: 'localhost', Port: String(portOf(secure)) };
    const result = await runCore('TlsCertificateDaysLeft', parameters);
    expect(result).toMatchObject({
      outcome: 'Succeeded',
      states: { Trusted: false },
      properties: { Subject: 'CN=localhost' },
    });
    const validTo = Date.parse(String(result.properties?.['ValidTo']));
    expect(result.value).toBe(Math.floor((validTo - Date.now()) / 86_400_000));
    const network = { proxy: undefined, authorities: testCertificate.cert };
    expect(await runCore('TlsCertificateDaysLeft', parameters, { network })).toMatchObject({
      states: { Trusted: true },
    });
  });

  it('fails for a server without TLS', async () => {
    const parameters = { Host: '127.0.0.1', Port: String(portOf(server)) };
    expect(await runCore('TlsCertificateDaysLeft', parameters)).toMatchObject({ outcome: 'Failed' });
  });
});

describe('file content', () => {
  it('returns the end of a file, or the match of a pattern', async () => {
    const Path = join(directory, 'state.log');
    await writeFile(Path, 'queue=3\nqueue=12\n');
    const whole = await runCore('FileContent', { Path });
    expect(whole).toMatchObject({ outcome: 'Succeeded', value: 'queue=3\nqueue=12\n', metrics: { SizeBytes: 17 } });
    expect(await runCore('FileContent', { Path, MaximumBytes: '9' })).toMatchObject({ value: 'queue=12\n' });
    expect(await runCore('FileContent', { Path, MaximumBytes: '7', From: 'Start' })).toMatchObject({
      value: 'queue=3',
    });
    const found = await runCore('FileContent', { Path, Pattern: '^queue=(\\d\\d)$' }, { resultType: 2 });
    expect(found).toMatchObject({ value: 12, states: { Matched: true } });
    const none = await runCore('FileContent', { Path, Pattern: 'error' });
    expect(none).toMatchObject({ outcome: 'Succeeded', states: { Matched: false } });
    expect(none.value).toBeUndefined();
  });

  it('returns no part of a secret that is cut', async () => {
    const Path = join(directory, 'secret.log');
    await writeFile(Path, 'token=not-to-be-seen\n');
    const result = await runCore('FileContent', { Path, MaximumBytes: '5' }, { secrets: ['not-to-be-seen'] });
    expect(result).toMatchObject({ outcome: 'Succeeded', value: '***\n' });
  });

  it('fails for anything but a regular file', async () => {
    expect(await runCore('FileContent', { Path: join(directory, 'absent') })).toMatchObject({ outcome: 'Failed' });
    expect(await runCore('FileContent', { Path: directory })).toMatchObject({ outcome: 'Failed' });
    expect(await runCore('FileContent', { Path: '/dev/zero' })).toMatchObject({ outcome: 'Failed' });
  });

  it('times out for a pattern with catastrophic backtracking', async () => {
    const Path = join(directory, 'long.txt');
    await writeFile(Path, 'a'.repeat(40));
    const result = await runCore('FileContent', { Path, Pattern: '^(a+)+b$' }, { timeoutSeconds: 1 });
    expect(result).toMatchObject({ outcome: 'TimedOut' });
  });
});

describe('API read', () => {
  const read = (JsonPath: string, more: Record<string, string> = {}, resultType: 1 | 2 = 1) =>
    runCore('ApiRead', { Url: `${address}/items`, Headers: 'X-Key: right', JsonPath, ...more }, { resultType });

  it('returns the first match of the JSONPath', async () => {
    expect(await read('$.items[1].size', {}, 2)).toMatchObject({ outcome: 'Succeeded', value: 7.5 });
    expect(await read('$.items[?@.size > 6].name')).toMatchObject({ value: 'b' });
    expect(await read('$..name')).toMatchObject({ value: 'a' });
    expect(await read('$.items[0]')).toMatchObject({ value: '{"name":"a","size":5}' });
  });

  it('fails if no value can be read', async () => {
    const failed = { outcome: 'Failed' };
    expect(await read('$.nothing')).toMatchObject({ ...failed, error: '$.nothing matches nothing in the response' });
    expect(await read('$.items[', {})).toMatchObject(failed);
    expect(await read('$.items[0].name', {}, 2)).toMatchObject({ ...failed, error: 'the result is not a number: a' });
    expect(await read('$', { Headers: '' })).toMatchObject({ ...failed, error: 'the response has status 401' });
    expect(await read('$', { Url: `${address}/ok` })).toMatchObject({ ...failed, error: 'the response is not JSON' });
  });
});
