import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { metricLimits } from '@cfs/contracts/metric-sources';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestClient } from '../../../testing/test-client.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { remoteWriteHeaders, snappy, writeRequest } from '../testing/write-request.ts';

/** Malicious bodies: each is accepted or refused with a 4xx status, and none causes a server error. */
let server: TestServer;
let sender: TestClient;

beforeAll(async () => {
  server = await startTestServer();
  sender = server.withCredential(await server.tenantToken(['packets']));
});
afterAll(() => server.close());

const protobuf = { 'content-type': 'application/x-protobuf' };
const otlp = (body: Buffer, headers: Record<string, string> = protobuf) =>
  sender.send('POST', '/v1/otlp/v1/metrics', { headers, body });
const write = (body: Buffer) => sender.send('POST', '/v1/prometheus/write', { headers: remoteWriteHeaders, body });
const taken = [200, 202, 204, 400, 413];

/** A message within messages of the given fields. */
const nested = (fields: readonly number[], inner: Uint8Array): Buffer => {
  let bytes = inner;
  for (const field of fields.toReversed())
    bytes = new BinaryWriter().tag(field, WireType.LengthDelimited).bytes(bytes).finish();
  return Buffer.from(bytes);
};

const exportRequest = (): Buffer => {
  const attribute = nested([1, 1], new BinaryWriter().tag(1, WireType.LengthDelimited).string('service.name').finish());
  const point = new BinaryWriter().tag(3, WireType.Bit64).fixed64(1n).tag(4, WireType.Bit64).double(1).finish();
  const metric = new BinaryWriter()
    .tag(1, WireType.LengthDelimited)
    .string('load')
    .raw(nested([5, 1], point))
    .finish();
  return Buffer.concat([nested([1], Buffer.concat([attribute, nested([2, 2], metric)]))]);
};

const mutated = (bytes: Buffer) =>
  fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 }).map((changes) => {
    const copy = Buffer.from(bytes);
    for (const [at, byte] of changes) copy[at] = byte;
    return copy;
  });

const series = writeRequest([{ labels: { __name__: 'up', job: 'a' }, samples: [[1, 2]], histograms: [[1, 2, 3]] }]);

describe('random input', () => {
  it.each([
    ['OTLP in protobuf', exportRequest(), (bytes: Buffer) => otlp(bytes)],
    [
      'OTLP in protobuf and gzip',
      gzipSync(exportRequest()),
      (bytes: Buffer) => otlp(bytes, { ...protobuf, 'content-encoding': 'gzip' }),
    ],
    ['remote write', Buffer.from(series), (bytes: Buffer) => write(snappy(bytes))],
    ['Snappy', snappy(series), (bytes: Buffer) => write(bytes)],
  ] as const)('in %s is accepted or refused with 4xx', async (_what, bytes, send) => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          mutated(bytes),
          fc.uint8Array({ maxLength: 80 }).map((each) => Buffer.from(each)),
        ),
        async (body) => {
          const { status, text } = await send(body);
          expect(taken, `${status} ${text}`).toContain(status);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('in OTLP in JSON is accepted or refused with 4xx', async () => {
    const keys = [
      'resourceMetrics',
      'resource',
      'attributes',
      'scopeMetrics',
      'metrics',
      'gauge',
      'summary',
      'dataPoints',
      'timeUnixNano',
      'asDouble',
      'asInt',
      'name',
      'key',
      'value',
      '__proto__',
    ];
    const json = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 9 },
        fc.constantFrom(null, 1, -1, 1.5, 'x', '', '1', 'NaN', true, '1e400', '99999999999999999999999'),
        fc.dictionary(fc.constantFrom(...keys), tie('value'), { maxKeys: 5 }),
        fc.array(tie('value'), { maxLength: 3 }),
      ),
    })).value;
    await fc.assert(
      fc.asyncProperty(json, async (value) => {
        const { status, text } = await otlp(Buffer.from(JSON.stringify({ resourceMetrics: [value] })), {
          'content-type': 'application/json',
        });
        expect(taken, `${status} ${text}`).toContain(status);
      }),
      { numRuns: 300 },
    );
  });
});

describe('bodies that are crafted to be large', () => {
  it.each([[[]], [[1]], [[1, 2]], [[1, 2, 2]]])(
    'of empty messages within %j are refused once a limit is exceeded',
    async (level) => {
      const empty = Buffer.alloc(2 * 1024 * 1024);
      for (let at = 0; at < empty.length; at += 2) empty[at] = ((level.length === 0 ? 1 : 2) << 3) | 2;
      const { status } = await otlp(gzipSync(nested(level, empty)), { ...protobuf, 'content-encoding': 'gzip' });
      expect([400, 413]).toContain(status);
    },
  );

  it('of one attribute or label that is repeated are refused', async () => {
    const attribute = nested([1], nested([1], Buffer.from('service.name')));
    const again = Buffer.concat(Array.from({ length: metricLimits.attributes + 1 }, () => attribute));
    expect((await otlp(nested([1, 1], again))).status).toBe(400);
    const label = nested([1], nested([1], Buffer.from('__name__')));
    const labels = Buffer.concat(Array.from({ length: metricLimits.attributes + 1 }, () => label));
    expect((await write(snappy(nested([1], labels)))).status).toBe(400);
  });

  it('of too many points, attributes, labels or bytes of a part are refused', async () => {
    const point = nested([1], Buffer.alloc(0));
    const points = nested(
      [1, 2, 2],
      Buffer.concat([
        nested([1], Buffer.from('load')),
        nested(
          [5],
          Buffer.concat(
            Array.from({ length: metricLimits.points + 1 }, () =>
              nested([1], new BinaryWriter().tag(4, WireType.Bit64).double(1).finish()),
            ),
          ),
        ),
      ]),
    );
    expect((await otlp(points)).status).toBe(413);
    const attributes = Array.from({ length: metricLimits.attributes + 1 }, (_, index) =>
      nested([1], Buffer.concat([nested([1], Buffer.from(`k${index}`)), nested([2, 1], Buffer.from('v'))])),
    );
    expect((await otlp(nested([1, 1], Buffer.concat(attributes)))).status).toBe(400);
    expect(
      (await otlp(nested([1, 1], Buffer.concat([point, nested([9], Buffer.alloc(metricLimits.partBytes))])))).status,
    ).toBe(400);
    const labels = Object.fromEntries(
      Array.from({ length: metricLimits.attributes + 1 }, (_, index) => [`l${index}`, 'v']),
    );
    expect((await write(snappy(writeRequest([{ labels: { __name__: 'up', ...labels }, samples: [] }])))).status).toBe(
      400,
    );
    const samples = Array.from({ length: metricLimits.points + 1 }, (): [number, number] => [1, 2]);
    expect((await write(snappy(writeRequest([{ labels: { __name__: 'up', job: 'a' }, samples }])))).status).toBe(413);
  });

  it('of nested groups are refused', async () => {
    expect((await otlp(Buffer.alloc(1_000_000, (15 << 3) | 3))).status).toBe(400);
  });
});
