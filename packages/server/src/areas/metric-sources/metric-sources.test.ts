import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { metricLimits, type MetricSource } from '@cfs/contracts/metric-sources';
import { OTLPMetricExporter as JsonExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPMetricExporter as ProtobufExporter } from '@opentelemetry/exporter-metrics-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedBlock, seedSubscription } from '../../testing/seed-device.ts';
import type { TestAnswer, TestClient } from '../../testing/test-client.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { ManualClock } from '../../testing/manual-clock.ts';
import type { OpenApiDocument } from '../../platform/openapi/openapi-document.ts';
import { promoteTestMachine } from '../pending-devices/testing/test-machine.ts';
import { removeSilentSources } from './remove-silent-sources.ts';
import { listedSources, sourceNamed } from './testing/listed-sources.ts';
import { remoteWriteHeaders, snappy, writeRequest, type SentSeries } from './testing/write-request.ts';

const otlp = '/v1/otlp/v1/metrics';
const remoteWrite = '/v1/prometheus/write';
let server: TestServer;
let sender: TestClient;
let token: string;
let origin: string;
let subscriptionId: string;

beforeAll(async () => {
  // The exporters stamp their points with the time of this machine.
  server = await startTestServer({ clock: new ManualClock(new Date()) });
  token = await server.tenantToken(['packets']);
  sender = server.withCredential(token);
  origin = await server.app.listen({ port: 0, host: '127.0.0.1' });
  subscriptionId = await seedSubscription(server.database, server.tenants.own);
  await server.services.snapshot.refresh();
});
afterAll(() => server.close());

const now = (): number => server.clock.now().getTime();
const write = (series: readonly SentSeries[], client = sender) =>
  client.send('POST', remoteWrite, { headers: remoteWriteHeaders, body: snappy(writeRequest(series)) });
const series = (labels: Record<string, string>, value: number, time = now()): SentSeries => ({
  labels,
  samples: [[value, time]],
});
const sendJson = (body: unknown, headers: Record<string, string> = {}) => sender.send('POST', otlp, { headers, body });
const gauge = (name: string, value: number, resource: Record<string, string>, time = now()) => ({
  resourceMetrics: [
    {
      resource: { attributes: Object.entries(resource).map(([key, text]) => ({ key, value: { stringValue: text } })) },
      scopeMetrics: [
        { metrics: [{ name, gauge: { dataPoints: [{ asDouble: value, timeUnixNano: `${time}000000` }] } }] },
      ],
    },
  ],
});

const decide = (source: MetricSource, verb: 'accept' | 'assign', body: object) =>
  server.as('Administrator').post(`/v1/metricsources/${source.metricSourceId}/${verb}`, body);
/** Accepts a source as a new block; returns the id of the block. */
const accepted = async (name: string, valueField?: string): Promise<string> => {
  const blockId = randomUUID();
  const answer = await decide(await sourceNamed(server, name), 'accept', {
    blockId,
    name,
    subscriptionId,
    blockTypeId: 1,
    ...(valueField !== undefined && { valueField }),
  });
  expect(answer.status, answer.text).toBe(200);
  return blockId;
};
const latest = async (entityId: string) => {
  const answer = await server.as('Viewer').get(`/v1/packets?$filter=entityId in (${entityId})`);
  const [packet] = (answer.body as { value: { message: string; timestamp: string; value: string | null }[] }).value;
  return packet && { ...packet, message: JSON.parse(packet.message) as Record<string, unknown> };
};
const historyOf = async (entityId: string) => {
  const answer = await server.as('Viewer').get(`/v1/blocks/${entityId}/history`);
  return (answer.body as { historyItems: { timestamp: string; value: string | null }[] }).historyItems;
};

/** Exports instruments of the SDK with a real exporter, and returns the result that the exporter reports. */
const exportOnce = async (
  exporter: ProtobufExporter | JsonExporter,
  attributes: Record<string, string>,
): Promise<{ readonly code: number; readonly error?: Error }> => {
  const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 2 ** 30 });
  const provider = new MeterProvider({ resource: resourceFromAttributes(attributes), readers: [reader] });
  const meter = provider.getMeter('shop');
  meter.createCounter('orders', { unit: '{order}' }).add(3, { country: 'no', first: true });
  meter.createUpDownCounter('queue.depth').add(-2);
  const duration = meter.createHistogram('http.server.request.duration', { unit: 's' });
  for (const value of [0.25, 0.5, 1]) duration.record(value);
  meter.createObservableGauge('memory.used').addCallback((result) => result.observe(1_024));
  const { resourceMetrics } = await reader.collect();
  const result = await new Promise<{ code: number; error?: Error }>((resolve) =>
    exporter.export(resourceMetrics, resolve),
  );
  await exporter.shutdown();
  return result;
};

type ExporterOptions = NonNullable<ConstructorParameters<typeof ProtobufExporter>[0]>;

const exporters: readonly (readonly [
  name: string,
  create: (options: ExporterOptions) => ProtobufExporter | JsonExporter,
])[] = [
  ['protobuf', (options) => new ProtobufExporter(options)],
  ['json', (options) => new JsonExporter(options)],
];

describe.each(exporters)('an exporter of the OpenTelemetry SDK, %s', (encoding, create) => {
  it.each(['none', 'gzip'])('with compression %s', async (compression) => {
    const instance = `${encoding}-${compression}`;
    const attributes = { 'service.namespace': 'shop', 'service.name': 'cart', 'service.instance.id': instance };
    const options = {
      url: `${origin}${otlp}`,
      headers: { authorization: `Bearer ${token}` },
      compression: compression as NonNullable<ExporterOptions['compression']>,
    };
    expect(await exportOnce(create(options), attributes)).toEqual({ code: 0 });

    const name = `shop/cart (${instance})`;
    const source = await sourceNamed(server, name);
    expect(source).toMatchObject({ protocol: 'OpenTelemetry', status: 'Waiting', entityId: null, fieldCount: 7 });
    expect(JSON.parse(source.sample)).toContainEqual({ field: 'queue.depth', value: -2 });

    const blockId = await accepted(name, 'queue.depth');
    expect(await latest(blockId)).toBeUndefined();
    expect(await exportOnce(create(options), attributes)).toEqual({ code: 0 });
    expect(await latest(blockId)).toMatchObject({
      value: '-2',
      message: {
        Value: -2,
        Properties: { ValueName: 'queue.depth' },
        Metrics: {
          'http.server.request.duration.count': 3,
          'http.server.request.duration.sum': 1.75,
          'http.server.request.duration.min': 0.25,
          'http.server.request.duration.max': 1,
          'memory.used': 1_024,
          'orders{country="no",first="true"}': 3,
          'queue.depth': -2,
        },
      },
    });
  });
});

describe('OTLP', () => {
  it('reports points that were not stored as partial success', async () => {
    const resource = { 'service.name': 'partial' };
    expect((await sendJson(gauge('load', 1, resource))).body).toEqual({
      partialSuccess: {
        rejectedDataPoints: '1',
        errorMessage: 'Data points not stored: 1 of sources that wait to be accepted.',
      },
    });
    const blockId = await accepted('partial', 'load');
    expect((await sendJson(gauge('load', 1.5, resource))).body).toEqual({});
    expect((await latest(blockId))?.value).toBe('1.5');
    expect((await sendJson(gauge('load', 1, {}))).body).toMatchObject({
      partialSuccess: { errorMessage: expect.stringContaining('1 of resources without service.name and host.name') },
    });
    const special = gauge('load', 1, resource);
    const [point] = special.resourceMetrics[0]?.scopeMetrics[0]?.metrics[0]?.gauge.dataPoints ?? [];
    Object.assign(point ?? {}, { asDouble: 'NaN' });
    expect((await sendJson(special)).body).toMatchObject({
      partialSuccess: { errorMessage: expect.stringContaining('1 with a value that is NaN or infinite') },
    });
    for (const time of [now() + 301_000, now() - 31 * 86_400_000])
      expect((await sendJson(gauge('load', 1, resource, time))).body).toMatchObject({
        partialSuccess: { rejectedDataPoints: '1', errorMessage: expect.stringMatching(/1 rejected: timestamp/) },
      });
    await server
      .as('Administrator')
      .post(`/v1/metricsources/${(await sourceNamed(server, 'partial')).metricSourceId}/ignore`);
    expect((await sendJson(gauge('load', 1, resource))).body).toMatchObject({
      partialSuccess: { errorMessage: expect.stringContaining('1 of sources that are ignored') },
    });
  });

  it('responds in the encoding of the request', async () => {
    const headers = { 'content-type': 'application/x-protobuf' };
    const empty = await sender.send('POST', otlp, { headers, body: Buffer.alloc(0) });
    expect(empty).toMatchObject({ status: 200, text: '', headers });
    expect((await sendJson({})).body).toEqual({});
  });

  it('reads sums, summaries, whole numbers as text, and points without a value', async () => {
    const time = `${now()}000000`;
    const body = gauge('load', 1, { 'service.name': 'kinds' });
    const metrics = body.resourceMetrics[0]?.scopeMetrics[0]?.metrics as object[];
    metrics.splice(
      0,
      1,
      { name: 'bytes', sum: { dataPoints: [{ asInt: '9007199254740991', timeUnixNano: time }] } },
      { name: 'gone', gauge: { dataPoints: [{ flags: 1, timeUnixNano: time }] } },
      {
        name: 'rpc',
        summary: {
          dataPoints: [{ count: '4', sum: 6, quantileValues: [{ quantile: 0.5, value: 1.5 }], timeUnixNano: time }],
        },
      },
      {
        name: 'sizes',
        exponentialHistogram: { dataPoints: [{ count: 2, sum: 5, min: 2, max: 3, timeUnixNano: time }] },
      },
    );
    await sendJson(body);
    const blockId = await accepted('kinds');
    expect((await sendJson(body)).body).toEqual({});
    expect((await latest(blockId))?.message).toEqual({
      Metrics: {
        bytes: 9_007_199_254_740_991,
        'rpc.count': 4,
        'rpc.sum': 6,
        'rpc{quantile="0.5"}': 1.5,
        'sizes.count': 2,
        'sizes.max': 3,
        'sizes.min': 2,
        'sizes.sum': 5,
      },
    });
  });

  it('returns 4xx problem documents for bodies that it cannot read', async () => {
    const protobuf = { 'content-type': 'application/x-protobuf' };
    const gzip = { 'content-encoding': 'gzip' };
    const send = (headers: Record<string, string>, body: string | Buffer) =>
      sender.send('POST', otlp, { headers, body });
    const faults: [ReturnType<typeof send>, number, RegExp][] = [
      [send(protobuf, 'x'), 400, /not a valid ExportMetricsServiceRequest/],
      [send({}, '{"resourceMetrics":1}'), 400, /not a valid ExportMetricsServiceRequest in JSON/],
      [send({}, '{'), 400, /not valid JSON/],
      [send({}, '['.repeat(100)), 400, /nested deeper/],
      [send(gzip, 'x'), 400, /not valid gzip/],
      [send({ ...protobuf, ...gzip }, gzipSync(Buffer.alloc(metricLimits.unpackedBytes + 1))), 413, /unpacks to more/],
      [send({}, `"${'x'.repeat(metricLimits.jsonBytes)}"`), 413, /unpacks to more/],
      [send({ 'content-encoding': 'br' }, '{}'), 415, /gzip/],
      [send({ 'content-type': 'text/plain' }, 'x'), 415, /./],
    ];
    for (const [call, status, words] of faults) {
      const answer = await call;
      expect(answer, words.source).toMatchObject({ status, body: { status, detail: expect.stringMatching(words) } });
    }
  });
});

describe('remote write', () => {
  it('reports the number of waiting samples, and stores those of accepted sources', async () => {
    const labels = { job: 'node', instance: 'srv1:9100' };
    const sent = () => [
      series({ __name__: 'up', ...labels }, 1),
      series({ __name__: 'node_cpu_seconds_total', cpu: '0', mode: 'idle', ...labels }, 12.5),
    ];
    const first = await write(sent());
    expect(first).toMatchObject({ status: 202, body: { stored: 0, waiting: 2, ignored: 0 } });
    expect(first.headers['x-prometheus-remote-write-samples-written']).toBe('0');
    const blockId = await accepted('node (srv1:9100)', 'up');
    const second = await write(sent());
    expect(second).toMatchObject({ status: 204, text: '' });
    expect(second.headers['x-prometheus-remote-write-samples-written']).toBe('2');
    expect(await latest(blockId)).toMatchObject({
      value: '1',
      message: { Metrics: { 'node_cpu_seconds_total{cpu="0",mode="idle"}': 12.5, up: 1 } },
    });
  });

  it('stores samples of several calls for one time in several packets, and ignores resent ones', async () => {
    const labels = { job: 'parts', instance: 'a' };
    const time = now();
    const calls = ['one', 'two', 'three'].map((name) => [series({ __name__: name, ...labels }, 1, time)]);
    await write(calls[0] ?? []);
    const blockId = await accepted('parts (a)', 'three');
    for (const call of [...calls, ...calls.toReversed(), ...calls]) expect((await write(call)).status).toBe(204);
    const at = (milliseconds: number): string => new Date(time + milliseconds).toISOString();
    expect((await historyOf(blockId)).map(({ timestamp, value }) => [timestamp, value])).toEqual([
      [at(1), '1'],
      [at(0), null],
      [at(-1), null],
    ]);
  });

  it('skips stale markers and buckets, and counts samples that are not finite or have no source', async () => {
    const labels = { job: 'odd', instance: 'a' };
    await write([series({ __name__: 'up', ...labels }, 1)]);
    const blockId = await accepted('odd (a)');
    const stale = Buffer.from([0x02, 0, 0, 0, 0, 0, 0xf0, 0x7f]);
    server.clock.advance(1_000);
    const left = await write([
      { labels: { __name__: 'up', ...labels }, samples: [[stale, now()]] },
      series({ __name__: 'rpc_bucket', le: '0.5', ...labels }, 1),
      { labels: { __name__: 'native', ...labels }, samples: [], histograms: [[3, 4.5, now()]] },
    ]);
    expect(left.status).toBe(204);
    expect((await latest(blockId))?.message).toEqual({ Metrics: { native_count: 3, native_sum: 4.5 } });
    server.clock.advance(1_000);
    const counted = await write([
      series({ __name__: 'up', ...labels }, Number.NaN),
      series({ __name__: 'rate', ...labels }, Infinity),
      series({ __name__: 'sum' }, 1),
      series({ __name__: 'good', ...labels }, 2),
    ]);
    expect(counted).toMatchObject({ status: 202, body: { stored: 1, notFinite: 2, unidentified: 1 } });
    expect((await latest(blockId))?.message).toEqual({ Metrics: { good: 2 } });
  });

  it('returns 400, which senders do not retry, for timestamps out of range, and stores the other samples', async () => {
    const labels = { job: 'times', instance: 'a' };
    await write([series({ __name__: 'up', ...labels }, 1)]);
    const blockId = await accepted('times (a)', 'up');
    server.clock.advance(1_000);
    for (const time of [0, -(2 ** 52), 2 ** 52, now() + 301_000, now() - 31 * 86_400_000]) {
      const answer = await write([
        series({ __name__: 'up', ...labels }, 1, time),
        series({ __name__: 'up', ...labels }, 2, now()),
      ]);
      expect(answer, String(time)).toMatchObject({ status: 400 });
      expect(answer.text).toMatch(/1 samples were rejected: timestamp .* 1 were stored/);
      expect((await latest(blockId))?.value).toBe('2');
    }
  });

  it('returns 4xx problem documents for bodies that it cannot read', async () => {
    const send = (headers: Record<string, string>, body: Buffer) =>
      sender.send('POST', remoteWrite, { headers: { ...remoteWriteHeaders, ...headers }, body });
    const good = snappy(writeRequest([series({ __name__: 'up', job: 'bad' }, 1)]));
    const nameless = snappy(writeRequest([series({ job: 'bad' }, 1)]));
    const bomb = snappy(Buffer.alloc(metricLimits.unpackedBytes + 1));
    const faults: [ReturnType<typeof send>, number, RegExp][] = [
      [send({}, good.subarray(0, -1)), 400, /not valid Snappy/],
      [send({}, Buffer.from([0xff, 0xff, 0xff, 0xff, 0x0f, 0])), 413, /unpacks to more/],
      [send({}, bomb), 413, /unpacks to more/],
      [send({}, snappy(Buffer.from('not protobuf'))), 400, /not a valid Prometheus WriteRequest/],
      [send({}, nameless), 400, /not a valid Prometheus WriteRequest/],
      [send({ 'content-encoding': 'gzip' }, good), 415, /snappy/],
      [send({ 'x-prometheus-remote-write-version': '2.0.0' }, good), 415, /version 1/],
      [send({ 'content-type': 'application/x-protobuf;proto=io.prometheus.write.v2.Request' }, good), 415, /version 1/],
      [send({ 'content-type': 'application/json' }, good), 415, /x-protobuf/],
    ];
    for (const [call, status, words] of faults) {
      const answer = await call;
      expect(answer, words.source).toMatchObject({ status, body: { status, detail: expect.stringMatching(words) } });
    }
    const tooMany = Array.from({ length: metricLimits.sources + 1 }, (_, index) =>
      series({ __name__: 'up', job: `flood-${index}` }, 1),
    );
    expect((await write(tooMany)).status).toBe(413);
    expect(await listedSources(server, `startswith(name,'flood') or name eq 'bad'`)).toEqual([]);
  });

  it('returns 429 with Retry-After while too many packets wait', async () => {
    const labels = { job: 'busy', instance: 'a' };
    await write([series({ __name__: 'up', ...labels }, 1)]);
    await accepted('busy (a)');
    const held = await server.database.hold('lock table cfs.packets_latest in access exclusive mode');
    const samples = (call: number): SentSeries[] => [
      {
        labels: { __name__: 'up', ...labels },
        samples: Array.from({ length: metricLimits.packets }, (_, index) => [
          1,
          now() - 60_000_000 - call * 10_000_000 - index,
        ]),
      },
    ];
    const answers: Awaited<ReturnType<typeof write>>[] = [];
    const calls = [0, 1, 2, 3, 4, 5].map(async (call) => answers.push(await write(samples(call))));
    await expect.poll(() => answers.map(({ status }) => status)).toContain(429);
    expect(answers[0]?.headers['retry-after']).toBe('1');
    await held[Symbol.asyncDispose]();
    await Promise.all(calls);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204, 429]));
  });
});

describe('sources', () => {
  it('accept nothing from a device, which may send packets only for its own entities', async () => {
    const machine = await promoteTestMachine(server, 'metrics-machine');
    server.clock.advance(1);
    const device = await machine.asDevice();
    await sendJson(gauge('load', 1, { 'service.name': 'not-of-the-device' }));
    const entityId = await accepted('not-of-the-device', 'load');
    const time = now();
    const routes: Record<string, () => Promise<TestAnswer>> = {
      'POST /v1/packets': () =>
        device.post('/v1/packets', { entityId, timestamp: new Date(time).toISOString(), message: { Value: 9 } }),
      [`POST ${otlp}`]: () => device.post(otlp, gauge('load', 9, { 'service.name': 'not-of-the-device' }, time)),
      [`POST ${remoteWrite}`]: () => write([series({ __name__: 'load', job: 'not-of-the-device' }, 9, time)], device),
    };
    const answers: Record<string, unknown> = {};
    const { paths } = (await server.anonymous.get('/docs/openapi.json')).body as OpenApiDocument;
    for (const [path, methods] of Object.entries(paths))
      for (const [method, operation] of Object.entries(methods)) {
        const route = `${method.toUpperCase()} ${path}`;
        if (operation['x-permission'].includes('machine:packets')) answers[route] = await routes[route]?.();
      }
    const refused = { status: 403, body: { detail: 'Metrics are sent with a tenant token for packets.' } };
    expect(answers).toMatchObject({
      'POST /v1/packets': { status: 400, body: { detail: 'entityId is not an entity of this device' } },
      [`POST ${otlp}`]: refused,
      [`POST ${remoteWrite}`]: refused,
    });
    expect(Object.keys(answers).sort()).toEqual(Object.keys(routes).sort());
    expect(await latest(entityId)).toBeUndefined();
  });

  it('require a tenant token for packets', async () => {
    const enrol = server.withCredential(await server.tenantToken(['enrol']));
    for (const [client, status] of [
      [server.anonymous, 401],
      [enrol, 403],
      [server.as('Administrator'), 403],
    ] as const)
      for (const path of [otlp, remoteWrite])
        expect((await client.send('POST', path, { headers: remoteWriteHeaders, body: Buffer.alloc(0) })).status).toBe(
          status,
        );
  });

  it('are kept apart by tenant', async () => {
    const other = server.withCredential(await server.tenantToken(['packets'], server.tenants.foreign));
    const sent = [series({ __name__: 'up', job: 'shared' }, 1)];
    await write(sent);
    await accepted('shared');
    expect((await write(sent)).status).toBe(204);
    expect(await write(sent, other)).toMatchObject({ status: 202, body: { waiting: 1 } });
    expect(await listedSources(server, `name eq 'shared'`, server.tenants.foreign)).toMatchObject([
      { status: 'Waiting' },
    ]);
  });

  it('are updated at most once a minute', async () => {
    const sent = (value: number) => [series({ __name__: 'up', job: 'noted' }, value)];
    await write(sent(1));
    const first = await sourceNamed(server, 'noted');
    server.clock.advance(59_000);
    await write(sent(2));
    expect(await sourceNamed(server, 'noted')).toEqual(first);
    server.clock.advance(1_000);
    await write(sent(3));
    expect(await sourceNamed(server, 'noted')).toEqual({
      ...first,
      sample: JSON.stringify([{ field: 'up', value: 3 }]),
      lastSeen: server.clock.now().toISOString(),
    });
  });

  it('can be assigned to an existing block, unless it is a heartbeat or of another tenant', async () => {
    await write([series({ __name__: 'up', job: 'existing' }, 1)]);
    const source = await sourceNamed(server, 'existing');
    const own = (await seedBlock(server.database, server.tenants.own))['blockId'] ?? '';
    const foreign = (await seedBlock(server.database, server.tenants.foreign))['blockId'] ?? '';
    const heartbeat = (await seedBlock(server.database, server.tenants.own))['blockId'] ?? '';
    await server.database.asOwner('update cfs.blocks set block_type_id = 8 where block_id = $1', [heartbeat]);
    const offered = await server.as('Operator').get('/v1/blocks?$select=blockId&$filter=blockTypeId in (1,2)');
    const ids = (offered.body as { value: { blockId: string }[] }).value.map(({ blockId }) => blockId);
    expect([own, heartbeat, foreign].map((blockId) => ids.includes(blockId))).toEqual([true, false, false]);
    for (const blockId of [foreign, heartbeat, randomUUID()])
      expect(await decide(source, 'assign', { blockId })).toMatchObject({
        status: 400,
        body: { errors: { blockId: [expect.any(String)] } },
      });
    expect(await decide(source, 'assign', { blockId: own })).toMatchObject({
      status: 200,
      body: { status: 'Accepted', entityId: own, valueField: null },
    });
    expect((await decide(source, 'assign', { blockId: own })).status).toBe(409);
  });

  it('create no block if they cannot be accepted', async () => {
    await write([series({ __name__: 'up', job: 'atomic' }, 1)]);
    const source = await sourceNamed(server, 'atomic');
    const block = { blockId: randomUUID(), name: 'Atomic', subscriptionId, blockTypeId: 1 };
    const taken = (await seedBlock(server.database, server.tenants.own))['blockId'] ?? '';
    expect((await decide(source, 'accept', { ...block, blockId: taken })).status).toBe(409);
    expect((await decide(source, 'accept', { ...block, subscriptionId: randomUUID() })).status).toBe(400);
    await server.as('Administrator').delete(`/v1/metricsources/${source.metricSourceId}`);
    expect((await decide(source, 'accept', block)).status).toBe(404);
    const blocks = await server.as('Viewer').get(`/v1/blocks?$filter=name eq 'Atomic'`);
    expect(blocks.body).toMatchObject({ value: [] });
  });

  it('can be decided on only with the permission to edit them', async () => {
    await write([series({ __name__: 'up', job: 'guarded' }, 1)]);
    const { metricSourceId } = await sourceNamed(server, 'guarded');
    const address = `/v1/metricsources/${metricSourceId}`;
    for (const role of ['Operator', 'Viewer'] as const) {
      expect((await server.as(role).get('/v1/metricsources')).status).toBe(200);
      expect((await server.as(role).post(`${address}/ignore`)).status).toBe(403);
      expect((await server.as(role).delete(address)).status).toBe(403);
      for (const verb of ['accept', 'assign'])
        expect((await server.as(role).post(`${address}/${verb}`, { blockId: randomUUID() })).status).toBe(403);
    }
    expect((await server.as('Requester').get('/v1/metricsources')).status).toBe(403);
  });

  it('are ignored, accepted later, and wait again once they are deleted', async () => {
    const sent = () => [series({ __name__: 'up', job: 'decided' }, 1)];
    await write(sent());
    const { metricSourceId } = await sourceNamed(server, 'decided');
    const address = `/v1/metricsources/${metricSourceId}`;
    const administrator = server.as('Administrator');
    expect(await administrator.post(`${address}/ignore`)).toMatchObject({ status: 200, body: { status: 'Ignored' } });
    expect((await administrator.post(`${address}/ignore`)).status).toBe(409);
    expect(await write(sent())).toMatchObject({ status: 202, body: { ignored: 1, stored: 0 } });
    await accepted('decided');
    expect((await write(sent())).status).toBe(204);
    expect((await administrator.delete(address)).status).toBe(204);
    expect(await write(sent())).toMatchObject({ status: 202, body: { waiting: 1 } });
    const records = await server.database.asOwner(
      `select before ->> 'status' as before, after ->> 'status' as after from cfs.audit_records
       where entity = 'MetricSource' and entity_id = $1 order by ctid`,
      [metricSourceId],
    );
    expect(records).toEqual([
      { before: 'Waiting', after: 'Ignored' },
      { before: 'Ignored', after: 'Accepted' },
      { before: 'Accepted', after: null },
    ]);
  });

  it('send packets on which rules match', async () => {
    await sendJson(gauge('queue.depth', 1, { 'service.name': 'ruled' }));
    const blockId = await accepted('ruled');
    const rule = await server.as('Administrator').put('/v1/rules', {
      name: 'Deep queue',
      ruleTypeId: 1,
      matchLifetime: '00:05:00',
      conditions: [{ Type: 0, LeftOperand: 2, LeftOperandFieldName: 'queue.depth', Operator: 3, RightOperand: '10' }],
      matchActions: [],
      expirationActions: [],
    });
    expect(rule.status, rule.text).toBe(201);
    const matches = async () => {
      const answer = await server.as('Viewer').get(`/v1/rulematches?$filter=subjectId eq ${blockId}`);
      return (answer.body as { value: unknown[] }).value;
    };
    await sendJson(gauge('queue.depth', 9, { 'service.name': 'ruled' }));
    expect(await matches()).toHaveLength(0);
    server.clock.advance(1_000);
    await sendJson(gauge('queue.depth', 11, { 'service.name': 'ruled' }));
    expect(await matches()).toHaveLength(1);
  });
});

describe('waiting', () => {
  it('is limited to a thousand sources of a tenant; those silent for a week are deleted', async () => {
    const foreign = server.withCredential(await server.tenantToken(['packets'], server.tenants.foreign));
    const sent = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) => series({ __name__: 'up', job: `many-${from + index}` }, 1));
    const first = await write(sent(0, metricLimits.waiting + 100), foreign);
    const { waiting, unlisted } = first.body as { waiting: number; unlisted: number };
    expect(waiting + unlisted).toBe(metricLimits.waiting + 100);
    expect(unlisted).toBeGreaterThanOrEqual(100);
    expect(await write(sent(5_000, 1), foreign)).toMatchObject({ status: 202, body: { unlisted: 1, waiting: 0 } });
    const count = await server.as('Administrator', server.tenants.foreign).get('/v1/metricsources/$count');
    expect(Number(count.text)).toBe(metricLimits.waiting);

    const accepted = await listedSources(server, `status eq 'Accepted'`);
    server.clock.advance((metricLimits.waitingDays * 24 + 1) * 3_600_000);
    await removeSilentSources(server.services);
    expect(await listedSources(server, `status eq 'Waiting'`, server.tenants.foreign)).toEqual([]);
    expect(await listedSources(server, `status eq 'Accepted'`)).toEqual(accepted);
    expect(await write(sent(5_000, 1), foreign)).toMatchObject({ body: { waiting: 1, unlisted: 0 } });
  });
});
