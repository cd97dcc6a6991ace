import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { metricLimits } from '@cfs/contracts/metric-sources';
import { expect, test } from 'vitest';
import { createMetricReader } from './read-metrics.ts';
import { readRemoteWrite } from './remote-write.ts';

const message = (write: (writer: BinaryWriter) => void): Uint8Array => {
  const writer = new BinaryWriter();
  write(writer);
  return writer.finish();
};

const summaryOf = (attributeCharacters: number, quantiles: number): Buffer => {
  const point = {
    timeUnixNano: '1000000000000',
    attributes: [{ key: 'a', value: { stringValue: 'x'.repeat(attributeCharacters) } }],
    quantileValues: Array.from({ length: quantiles }, (_, index) => ({ quantile: index / 128, value: 1 })),
  };
  const resource = { attributes: [{ key: 'service.name', value: { stringValue: 's' } }] };
  const scopeMetrics = [{ metrics: [{ name: 'm', summary: { dataPoints: [point] } }] }];
  return Buffer.from(JSON.stringify({ resourceMetrics: [{ resource, scopeMetrics }] }));
};

/** Returns the number of points in the body, or the error that refuses it. */
const outcomeOf = async (bytes: Buffer): Promise<string> => {
  const points: unknown[] = [];
  try {
    await createMetricReader().read(
      { bytes, format: 'otlp-json', compression: 'identity' },
      { tenantId: 't', credential: 'c' },
      (point) => points.push(point),
    );
  } catch (error) {
    return String(error);
  }
  return `${points.length} points`;
};

const refusal = 'one of its parts exceeds a limit';

test('a summary of the usual size is read', async () => {
  expect(await outcomeOf(summaryOf(1_000, 9))).toBe('1 points');
});

test('a summary whose quantiles repeat long attributes is refused', async () => {
  expect(await outcomeOf(summaryOf(250_000, 128))).toContain(refusal);
});

test('attributes larger than a data point are refused in JSON as in protobuf', async () => {
  expect(await outcomeOf(summaryOf(metricLimits.partBytes + 1, 1))).toContain(refusal);
});

const label = (name: string, value: string) =>
  message((writer) => {
    writer.tag(1, WireType.LengthDelimited).string(name);
    writer.tag(2, WireType.LengthDelimited).string(value);
  });

/** One series with a long label and the given number of native histograms. */
const seriesOf = (labelBytes: number, histograms: number): Uint8Array =>
  message((body) =>
    body.tag(1, WireType.LengthDelimited).bytes(
      message((series) => {
        for (const each of [label('__name__', 'm'), label('job', 'j'), label('a', 'x'.repeat(labelBytes))])
          series.tag(1, WireType.LengthDelimited).bytes(each);
        for (let index = 0; index < histograms; index += 1)
          series
            .tag(4, WireType.LengthDelimited)
            .bytes(message((each) => each.tag(15, WireType.Varint).int64(1_000_000_000_000 + index)));
      }),
    ),
  );

test('field names are built once for all histograms of a series', { timeout: 60_000 }, () => {
  const points = [...readRemoteWrite(seriesOf(200_000, 100_000))].filter((point) => point !== undefined);
  expect(points).toHaveLength(100_000);
});
