import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { packetLimits } from '@cfs/contracts/packets';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestClient } from '../../testing/test-client.ts';
import { areasNamed } from '../../testing/areas-named.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let sender: TestClient;

beforeAll(async () => {
  server = await startTestServer({ areas: areasNamed('packets', 'blocks', 'tenants') });
  sender = server.withCredential(await server.tenantToken(['packets']));
});
afterAll(() => server.close());

const ago = (seconds: number): string => new Date(server.clock.now().getTime() - seconds * 1_000).toISOString();

const packet = (entityId: string, seconds: number, message: object = { Value: seconds }) => ({
  entityId,
  timestamp: ago(seconds),
  message,
});

const ndjson = { 'content-type': 'application/x-ndjson' };

describe('sending packets', () => {
  it('accepts one packet, an array, lines and gzip', async () => {
    const entity = randomUUID();
    const one = await sender.post('/v1/packets', packet(entity, 1));
    expect(one.status).toBe(202);
    expect(one.body).toEqual({ accepted: 1, duplicates: 0, rejected: [], conflicts: [] });
    const many = await sender.post('/v1/packets', [packet(entity, 2), packet(entity, 3)]);
    expect(many.body).toMatchObject({ accepted: 2 });
    const lines = `${JSON.stringify(packet(entity, 4))}\r\n\n${JSON.stringify(packet(entity, 5))}`;
    expect((await sender.send('POST', '/v1/packets', { headers: ndjson, body: lines })).body).toMatchObject({
      accepted: 2,
    });
    const zipped = await sender.send('POST', '/v1/packets', {
      headers: { ...ndjson, 'content-encoding': 'gzip' },
      body: gzipSync(JSON.stringify(packet(entity, 6))),
    });
    expect(zipped.body).toMatchObject({ accepted: 1 });
    const history = await server.as('Viewer').get(`/v1/blocks/${entity}/history?pageNumber=1&rowCount=4`);
    expect(history.body).toMatchObject({ totalCount: 6, historyItems: [{ value: '5' }, { value: '6' }] });
  });

  it('reports invalid packets by index, and stores the others', async () => {
    const entity = randomUUID();
    const good = packet(entity, 1);
    const bad: [unknown, RegExp][] = [
      [7, /not an object/],
      [{ ...good, entityId: 'x' }, /entityId is not a GUID/],
      [{ timestamp: good.timestamp, message: {} }, /entityId is missing/],
      [{ ...good, timestamp: 'yesterday' }, /timestamp is not an ISO 8601 time/],
      [{ ...good, timestamp: '2026-13-02T10:00:00Z' }, /timestamp is not an ISO 8601 time/],
      // `Date` parses these as 1 March.
      [{ ...good, timestamp: '2026-02-29T10:00:00Z' }, /timestamp is not an ISO 8601 time/],
      [{ ...good, timestamp: '2026-02-28T24:00:00Z' }, /timestamp is not an ISO 8601 time/],
      [packet(entity, -301), /5 minutes in the future/],
      [packet(entity, 31 * 86_400), /30 days/],
      [{ ...good, message: [] }, /message is not an object/],
      [{ ...good, message: { Value: {} } }, /Value is not a single value/],
      [{ ...good, message: { Metrics: [1] } }, /Metrics is not an object/],
      [{ ...good, message: { Value: 'x'.repeat(packetLimits.bytes) } }, /larger than 65536 bytes/],
    ];
    const answer = await sender.post('/v1/packets', [...bad.map(([each]) => each), good]);
    expect(answer.status).toBe(202);
    const { accepted, rejected } = answer.body as { accepted: number; rejected: { index: number; errors: string[] }[] };
    expect(accepted).toBe(1);
    expect(rejected.map((each) => each.index)).toEqual(bad.map((_, index) => index));
    for (const [index, [, words]] of bad.entries()) expect(rejected[index]?.errors.join()).toMatch(words);
  });

  it('rejects content that JSON can represent and the database cannot store', async () => {
    const entity = randomUUID();
    const line = (value: string): string =>
      `{"entityId":"${entity}","timestamp":"${ago(1)}","message":{"Value":${value}}}`;
    const deep = `${'{"a":'.repeat(40)}1${'}'.repeat(40)}`;
    const lines = [
      line('"\\u0000"'),
      line('"\\ud800"'),
      line('1e999'),
      `{"entityId":"${entity}","timestamp":"${ago(1)}","message":${deep}}`,
      '{"entityId":',
      line('1,"Metrics":{"Load":[{"\\u0000":1}]}'),
      line('1,"Metrics":{"Load":["a","\\udc00\\ud800"]}'),
      line('"\0"'),
      line('1'),
    ];
    const answer = await sender.send('POST', '/v1/packets', { headers: ndjson, body: lines.join('\n') });
    expect(answer.body).toMatchObject({ accepted: 1, rejected: [0, 1, 2, 3, 4, 5, 6, 7].map((index) => ({ index })) });
    const words = (answer.body as { rejected: { errors: string[] }[] }).rejected.map((each) => each.errors.join());
    expect(words).toEqual([
      expect.stringContaining('NUL'),
      expect.stringContaining('surrogate'),
      expect.stringContaining('range of a double'),
      expect.stringContaining('deeper'),
      'is not valid JSON',
      'a name in message.Metrics.Load[0] contains the character NUL',
      'message.Metrics.Load[1] contains a lone surrogate',
      'is not valid JSON',
    ]);
  });

  it('returns 400 with the faults if no packet is valid', async () => {
    const answer = await sender.post('/v1/packets', { entityId: 'x', timestamp: ago(1), message: {} });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ errors: { 'packets[0]': ['entityId is not a GUID'] } });
  });

  it('returns 4xx problem documents for bodies that it cannot read', async () => {
    const send = (body: string | Buffer, headers: Record<string, string> = {}) =>
      sender.send('POST', '/v1/packets', { headers, body });
    const gzip = { 'content-encoding': 'gzip' };
    const faults: [Promise<{ status: number; body: unknown }>, number, RegExp][] = [
      [send('[{'), 400, /not valid JSON/],
      [send(Buffer.from([0x22, 0xff, 0x22])), 400, /UTF-8/],
      [send('nothing zipped', gzip), 400, /gzip/],
      [send(gzipSync(Buffer.alloc(packetLimits.unzippedBytes + 1, ' ')), gzip), 413, /unzips/],
      [send('[]', { 'content-encoding': 'br' }), 415, /gzip/],
      [send('a=1', { 'content-type': 'application/x-www-form-urlencoded' }), 415, /./],
      [send(`[${'0,'.repeat(packetLimits.packets)}0]`), 413, /10000 packets/],
    ];
    for (const [call, status, words] of faults) {
      const answer = await call;
      expect(answer).toMatchObject({ status, body: { status } });
      expect((answer.body as { detail: string }).detail).toMatch(words);
    }
  });

  it('returns 4xx for bodies that are crafted to be expensive, and for a missing body', async () => {
    const gzip = { 'content-encoding': 'gzip' };
    const send = (body: string | Buffer) =>
      sender.send('POST', '/v1/packets', {
        headers: Buffer.isBuffer(body) ? gzip : {},
        body,
      });
    const names = Array.from({ length: 60_000 }, (_, index) => `"name${index}":1`);
    const bodies: [string | Buffer, number, RegExp][] = [
      [gzipSync('['.repeat(8_000_000)), 413, /values/],
      [gzipSync('{"a":'.repeat(1_600_000)), 400, /not valid JSON/],
      [gzipSync(`[${'{},'.repeat(1_000_000)}{}]`), 413, /10000 packets/],
      [gzipSync(`[[${'[],'.repeat(2_600_000)}[]]]`), 413, /values/],
      [`{"entityId":"x","message":{${names.join()}}}`, 400, /contains more than|larger than/],
      [gzipSync(`[${`{"Value":"${'x'.repeat(65_000)}"},`.repeat(600)}{}]`), 413, /unzips/],
    ];
    for (const [body, status, words] of bodies) {
      const answer = await send(body);
      expect(answer).toMatchObject({ status, body: { status } });
      expect((answer.body as { detail: string }).detail).toMatch(words);
    }
    expect(await sender.send('POST', '/v1/packets')).toMatchObject({ status: 400 });
  });

  it('responds to other requests while large bodies are read', async () => {
    const other = server.withCredential(await server.tenantToken(['packets'], server.tenants.foreign));
    const large = Array.from({ length: 480 }, () => ({
      entityId: 'x',
      timestamp: ago(1),
      message: { Value: 'x'.repeat(65_000) },
    }));
    const body = gzipSync(JSON.stringify(large));
    const answered: string[] = [];
    const headers = { 'content-encoding': 'gzip' };
    const attack = Array.from({ length: 8 }, () =>
      sender.send('POST', '/v1/packets', { headers, body }).then(({ status }) => answered.push(`large ${status}`)),
    );
    expect((await other.post('/v1/packets', packet(randomUUID(), 1))).status).toBe(202);
    answered.push('packet');
    expect((await server.as('Viewer', server.tenants.foreign).get('/v1/packets')).status).toBe(200);
    answered.push('list');
    await Promise.all(attack);
    expect(answered.slice(-1)).toEqual(['large 400']);
    expect(answered).toHaveLength(10);
  });

  it('counts duplicates, and reports conflicts by index', async () => {
    const entity = randomUUID();
    await sender.post('/v1/packets', packet(entity, 1, { Value: 1, Metrics: { a: 1, b: 2 } }));
    const again = await sender.post('/v1/packets', [
      packet(entity, 1, { Metrics: { b: 2, a: 1 }, Value: 1 }),
      packet(entity, 1, { Value: 2 }),
    ]);
    expect(again.body).toEqual({ accepted: 0, duplicates: 1, rejected: [], conflicts: [{ index: 1 }] });
  });

  it('takes the tenant only from the credential', async () => {
    const entity = randomUUID();
    const foreign = await sender.send('POST', '/v1/packets', {
      headers: { 'x-tenant-id': server.tenants.foreign },
      body: packet(entity, 1),
    });
    expect(foreign.status).toBe(403);
    const withTenant = { ...packet(entity, 1), tenantId: server.tenants.foreign };
    expect((await sender.post('/v1/packets', withTenant)).status).toBe(202);
    const seen = await server.as('Viewer', server.tenants.foreign).get(`/v1/packets?filter=entityId in (${entity})`);
    expect(seen.body).toMatchObject({ value: [] });
    expect((await server.as('Viewer', server.tenants.foreign).get(`/v1/blocks/${entity}/history`)).status).toBe(404);
  });

  it('refuses people, unknown users, tokens for other uses and anonymous callers', async () => {
    const body = packet(randomUUID(), 1);
    const enrolling = server.withCredential(await server.tenantToken(['enrol']));
    for (const client of [server.as('Administrator'), server.stranger, enrolling]) {
      expect((await client.post('/v1/packets', body)).status).toBe(403);
    }
    expect((await server.anonymous.post('/v1/packets', body)).status).toBe(401);
  });
});

describe('the list of packets', () => {
  it('shows the latest packet of each entity with its message', async () => {
    const [one, two] = [randomUUID(), randomUUID()];
    const message = { Value: 'up', Metrics: { CpuPercent: 12.5, MemoryPercent: 50 }, Properties: { BlockName: 'a' } };
    await sender.post('/v1/packets', [packet(one, 5, message), packet(one, 9), packet(two, 1)]);
    const list = await server.as('Viewer').get(`/v1/packets?$filter=entityId in (${one},${two})&$orderby=timestamp`);
    expect(list.status).toBe(200);
    const [first, second] = (list.body as { value: Record<string, unknown>[] }).value;
    expect(first).toMatchObject({ entityId: one, timestamp: ago(5), value: 'up', cpuPercent: 12.5, memoryPercent: 50 });
    expect(JSON.parse(String(first?.['message']))).toEqual(message);
    expect(second).toMatchObject({ entityId: two, value: '1', cpuPercent: null });
  });
});
