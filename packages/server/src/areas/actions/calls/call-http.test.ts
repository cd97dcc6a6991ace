import type { LookupAddress } from 'node:dns';
import type { Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { readConfiguration } from '../../../platform/configuration.ts';
import type { Step } from '../../../platform/durable-work/step-handler.ts';
import { publicNetwork, type Network } from '../../../platform/http/public-address.ts';
import type { ActionOrder, ActionResult } from '../action-order.ts';
import { callHttp, type HttpLimits } from './call-http.ts';
import { startHttpPeer, startRawPeer, writeEndlessly, type HttpPeer } from '../testing/http-peer.ts';

let peer: HttpPeer;

beforeAll(async () => {
  peer = await startHttpPeer();
});
afterAll(() => peer.close());
beforeEach(() => {
  peer.calls.length = 0;
  peer.answer = () => ({ status: 200 });
});

const configurationWith = (FEATURES: string, ACTION_ALLOWED_ADDRESSES = '') =>
  readConfiguration({
    OIDC_AUTHORITY: 'https://id.example.com',
    DATA_DIR: '/tmp/cfs-test-unused',
    FEATURES,
    ACTION_ALLOWED_ADDRESSES,
  });
const guarded = { configuration: configurationWith('') };
const open = { configuration: configurationWith('private-action-addresses') };

const step = { idempotencyKey: 'step-1', signal: new AbortController().signal, context: {} } as Step;

const orderWith = (values: Readonly<Record<string, string>>, parameters: Readonly<Record<string, string>> = {}) =>
  ({ parameters, valueOf: (name: string) => values[name] }) as ActionOrder;

type Definition = Parameters<typeof callHttp>[3];

const definitionOf = (changes: Partial<Definition>): Definition =>
  ({ http_method: 'POST', headers: null, body: null, ...changes }) as Definition;

const limitsWith = (changes: Partial<HttpLimits>): HttpLimits => ({
  timeoutMilliseconds: 10_000,
  maximumAnswerBytes: 1_048_576,
  network: publicNetwork,
  ...changes,
});

const call = (url: string, values: Readonly<Record<string, string>> = {}, changes: Partial<Definition> = {}) =>
  callHttp(open, step, orderWith(values), definitionOf({ endpoint_url: url, ...changes }));

describe('the placeholders of a call', () => {
  it('cannot inject a header by their values', async () => {
    const note = 'a\r\nX-Evil: 1\r\n\r\nGET /second HTTP/1.1';
    await call(`http://127.0.0.1:${peer.port}/`, { Note: note }, { headers: 'X-Note: {{Note}}' });
    expect(peer.calls).toHaveLength(1);
    expect(peer.calls[0]?.headers).toMatchObject({ 'x-note': 'a X-Evil: 1 GET /second HTTP/1.1' });
    expect(peer.calls[0]?.headers['x-evil']).toBeUndefined();
  });

  it('are sent as UTF-8 in a header', async () => {
    const result = await call(`http://127.0.0.1:${peer.port}/`, { Note: 'Tromsø ☃' }, { headers: 'X-Note: {{Note}}' });
    expect(Buffer.from(String(peer.calls[0]?.headers['x-note']), 'latin1').toString('utf8')).toBe('Tromsø ☃');
    expect(result.request).toMatchObject({ headers: { 'x-note': 'Tromsø ☃' } });
  });

  it('are not filled in again within their values', async () => {
    const values = { Label: '{{secret:key}} {{Note}}', Note: 'never', 'secret:key': 'never' };
    const order = orderWith(values, { Given: 'says {{Label}}' });
    const definition = definitionOf({ endpoint_url: `http://127.0.0.1:${peer.port}/`, body: '{"a":"{{Given}}"}' });
    await callHttp(open, step, order, definition);
    expect(JSON.parse(peer.calls[0]?.body ?? '')).toEqual({ a: 'says {{secret:key}} {{Note}}' });
  });

  it.each(['..', '.', '%2e%2e/..'])('cannot lead to another path: %s', async (value) => {
    const result = await call(`http://127.0.0.1:${peer.port}/users/{{Name}}/lock`, { Name: value });
    if (value.includes('/')) expect(peer.calls[0]?.path).toBe('/users/%252e%252e%2F../lock');
    else {
      expect(result).toMatchObject({ kind: 'failed', detail: expect.stringContaining('change the path') });
      expect(peer.calls).toEqual([]);
    }
  });
});

describe('the recorded request of a call', () => {
  it('has placeholders for secrets and no literal credentials', async () => {
    const result = await call(
      `http://127.0.0.1:${peer.port}/hook?key={{secret:key}}&api_key=literal&name={{Name}}`,
      { 'secret:key': 'hunter22', Name: 'Å' },
      {
        headers: 'Authorization: Bearer {{secret:key}}\nX-Api-Key: literal\nX-Name: {{Name}}',
        body: '{"key":"{{secret:key}}","name":"{{Name}}"}',
      },
    );
    expect(peer.calls[0]?.headers['authorization']).toBe('Bearer hunter22');
    expect(peer.calls[0]?.path).toContain('key=hunter22');
    expect(JSON.stringify(result)).not.toContain('hunter22');
    expect(JSON.stringify(result)).not.toContain('literal');
    expect(result).toMatchObject({
      kind: 'done',
      responseStatus: 200,
      request: {
        kind: 'http',
        method: 'POST',
        url: expect.stringContaining('key={{secret:key}}'),
        headers: {
          authorization: 'Bearer {{secret:key}}',
          'x-api-key': '(hidden)',
          'x-name': 'Å',
          'idempotency-key': 'step-1',
        },
        body: '{"key":"{{secret:key}}","name":"Å"}',
      },
    });
  });
});

describe('a closed address', () => {
  it.each([
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '0x7f.0.0.1',
    '[::ffff:127.0.0.1]',
    '[::1]',
    '[::]',
    '0',
    '127。0。0。1',
    '①②⑦.0.0.1',
    'localhost',
    '[64:ff9b::7f00:1]',
    '10.0.0.1',
    '169.254.169.254',
    '[fd00:ec2::254]',
  ])('is not called: %s', async (host) => {
    const definition = definitionOf({ endpoint_url: `http://${host}:${peer.port}/` });
    const written = await callHttp(guarded, step, orderWith({}), definition);
    expect(written).toMatchObject({
      kind: 'failed',
      detail: expect.stringMatching(/is not an address that actions may call\.$/),
    });
    if (!host.includes('[')) {
      const filled = definitionOf({ endpoint_url: `http://{{Host}}:${peer.port}/` });
      const given = await callHttp(guarded, step, orderWith({ Host: host }), filled);
      expect(given).toMatchObject({ kind: 'failed', detail: expect.stringContaining('may call') });
    }
    expect(peer.calls).toEqual([]);
  });

  /**
   * A network whose only open address is 127.0.0.2; each lookup returns the next of the answers, at the end the last.
   */
  const oneAddress = (...answers: readonly (readonly string[])[]): Network => {
    const left = [...answers];
    return {
      isOpen: (address) => address === '127.0.0.2',
      resolve: (_hostname, _options, callback) => {
        const addresses = (left.length > 1 ? left.shift() : left[0]) ?? [];
        callback(
          null,
          addresses.map((address): LookupAddress => ({ address, family: 4 })),
        );
      },
    };
  };
  const callIn = (network: Network, url: string) =>
    callHttp(guarded, step, orderWith({}), definitionOf({ endpoint_url: url }), limitsWith({ network }));

  it.each([
    'http://127.0.0.1:PORT/',
    'http://closed.example.com:PORT/',
    'http://2130706433:PORT/',
    'file:///etc/passwd',
  ])('is not reached by a redirect: %s', async (location) => {
    peer.answer = () => ({ status: 307, headers: { location: location.replace('PORT', String(peer.port)) } });
    const network = oneAddress(['127.0.0.1']);
    expect(await callIn(network, `http://127.0.0.2:${peer.port}/`)).toMatchObject({
      kind: 'failed',
      detail: expect.stringMatching(/may call\.$|Only http and https addresses can be called\.$/),
    });
    expect(peer.calls.map(({ arrivedAt }) => arrivedAt)).toEqual(['127.0.0.2']);
  });

  it('is not reached by a name that resolves to it on a later lookup', async () => {
    const url = `http://rebound.example.com:${peer.port}/`;
    peer.answer = () => ({ status: 302, headers: { location: url, connection: 'close' } });
    expect(await callIn(oneAddress(['127.0.0.2'], ['127.0.0.1']), url)).toMatchObject({
      kind: 'failed',
      detail: 'rebound.example.com is not an address that actions may call.',
    });
    expect(peer.calls.map(({ arrivedAt }) => arrivedAt)).toEqual(['127.0.0.2']);
  });

  it('is not reached by a name that also has an open address', async () => {
    const url = `http://both.example.com:${peer.port}/`;
    expect(await callIn(oneAddress(['127.0.0.2', '127.0.0.1']), url)).toMatchObject({ kind: 'failed' });
    expect(await callIn(oneAddress([]), url)).toMatchObject({ kind: 'failed' });
    expect(peer.calls).toEqual([]);
  });
});

describe('an address that the installation allows', () => {
  const callWith = (allowed: string, host: string) => {
    const url = `http://${host}:${peer.port}/`;
    const services = { configuration: configurationWith('', allowed) };
    return callHttp(services, step, orderWith({}), definitionOf({ endpoint_url: url }));
  };

  it.each([
    ['127.0.0.0/8', '127.0.0.1'],
    ['10.0.0.0/8,127.0.0.1', '127.0.0.1'],
    ['localhost', 'LOCALHOST'],
    ['127.0.0.1,::1', 'localhost'],
  ])('%s is called as %s', async (allowed, host) => {
    expect(await callWith(allowed, host)).toMatchObject({ kind: 'done' });
    expect(peer.calls).toHaveLength(1);
  });

  it.each([
    ['localhost', '127.0.0.1'],
    ['127.0.0.2', '127.0.0.1'],
    ['10.0.0.0/8', 'localhost'],
    ['::ffff:7f00:1', '127.0.0.1'],
  ])('%s does not open another one: %s', async (allowed, host) => {
    expect(await callWith(allowed, host)).toMatchObject({
      kind: 'failed',
      detail: expect.stringContaining('may call'),
    });
    expect(peer.calls).toEqual([]);
  });

  it('cannot redirect to another one', async () => {
    peer.answer = () => ({ status: 307, headers: { location: `http://127.0.0.1:${peer.port}/` } });
    expect(await callWith('localhost', 'localhost')).toMatchObject({ kind: 'failed' });
    expect(peer.calls).toHaveLength(1);
  });
});

describe('a response', () => {
  const shortTimeout = limitsWith({ timeoutMilliseconds: 300, maximumAnswerBytes: 65_536 });
  const longTimeout = limitsWith({ timeoutMilliseconds: 30_000, maximumAnswerBytes: 65_536 });
  const head = 'HTTP/1.1 200 OK\r\n';

  const answered = async (speak: (socket: Socket) => void, limits: typeof shortTimeout): Promise<ActionResult> => {
    const raw = await startRawPeer(speak);
    onTestFinished(() => raw.close());
    return callHttp(open, step, orderWith({}), definitionOf({ endpoint_url: `http://127.0.0.1:${raw.port}/` }), limits);
  };
  const late = { kind: 'again', detail: 'There was no complete response within 0.3 s.' } as const;

  it.each<[string, (socket: Socket) => void, Partial<ActionResult>]>([
    ['that never arrives', () => undefined, late],
    [
      'whose headers never end',
      (socket) => {
        socket.write(head);
        writeEndlessly(socket, 'X-A: b\r\n', 50);
      },
      late,
    ],
    [
      'with a slow endless body',
      (socket) => {
        socket.write(`${head}Transfer-Encoding: chunked\r\n\r\n`);
        writeEndlessly(socket, '1\r\na\r\n', 20);
      },
      late,
    ],
    [
      'whose body is shorter than announced',
      (socket) => socket.write(`${head}Content-Length: 1000\r\n\r\nshort`),
      late,
    ],
    [
      'that redirects with a slow endless body',
      (socket) => {
        socket.write('HTTP/1.1 302 Found\r\nLocation: /on\r\nTransfer-Encoding: chunked\r\n\r\n');
        writeEndlessly(socket, '1\r\na\r\n', 20);
      },
      late,
    ],
    [
      'with a body over the limit',
      (socket) => {
        socket.write(`${head}Transfer-Encoding: chunked\r\n\r\n`);
        writeEndlessly(socket, `4000\r\n${'a'.repeat(16_384)}\r\n`, 1);
      },
      { kind: 'failed', detail: 'HTTP 200: the response is larger than 0.0625 MiB.', responseStatus: 200 },
    ],
    [
      'with huge headers',
      (socket) => socket.write(`${head}X-A: ${'a'.repeat(100_000)}\r\n\r\n`),
      { kind: 'failed', detail: 'The headers of the response are larger than 16 KiB.' },
    ],
    [
      'that is not HTTP',
      (socket) => socket.end('SSH-2.0-OpenSSH_9.9\r\n'),
      { kind: 'again', detail: expect.stringMatching(/^127\.0\.0\.1:\d+ did not respond with HTTP\.$/) as string },
    ],
    [
      'cut off by a closed connection',
      (socket) => socket.once('data', () => socket.destroy()),
      {
        kind: 'again',
        detail: expect.stringMatching(/^127\.0\.0\.1:\d+ could not be called: the connection was /) as string,
      },
    ],
  ])('%s fails with its reason', async (_name, speak, expected) => {
    expect(await answered(speak, expected === late ? shortTimeout : longTimeout)).toMatchObject(expected);
  });

  it('that redirects in a loop fails at the sixth redirect', async () => {
    peer.answer = ({ path }) => ({ status: 302, headers: { location: `${path}x` } });
    expect(await call(`http://127.0.0.1:${peer.port}/`)).toMatchObject({
      kind: 'failed',
      detail: 'HTTP 302: the call was redirected more than 5 times.',
      responseStatus: 302,
    });
    expect(peer.calls).toHaveLength(6);
  });

  it('that redirects to an invalid address fails', async () => {
    peer.answer = () => ({ status: 302, headers: { location: 'http://[nowhere' } });
    expect(await call(`http://127.0.0.1:${peer.port}/`)).toMatchObject({
      kind: 'failed',
      detail: 'HTTP 302: the redirect has no valid address.',
    });
  });

  it('from a closed port reports that the connection was refused', async () => {
    const raw = await startRawPeer(() => undefined);
    await raw.close();
    expect(await call(`http://127.0.0.1:${raw.port}/`)).toMatchObject({
      kind: 'again',
      detail: `127.0.0.1:${raw.port} could not be called: the connection was refused.`,
    });
  });

  it('is no longer awaited once the attempt is interrupted', async () => {
    const raw = await startRawPeer(() => undefined);
    onTestFinished(() => raw.close());
    const stopping = new AbortController();
    const pending = callHttp(
      open,
      { ...step, signal: stopping.signal },
      orderWith({}),
      definitionOf({ endpoint_url: `http://127.0.0.1:${raw.port}/` }),
    );
    stopping.abort();
    expect(await pending).toMatchObject({ kind: 'again', detail: 'The attempt was interrupted before the response.' });
  });
});
