import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { metricLimits } from '@cfs/contracts/metric-sources';
import { parseJson } from '../../../platform/http/json-body.ts';
import { badRequest, Problem } from '../../../platform/problems.ts';
import { createTimeSlices, nextSlice } from '../../../platform/time-slices.ts';
import { createReadingTurns, type Sender } from '../../packets/ingest/reading-turns.ts';
import type { MetricPoint, ReadPoints } from './metric-point.ts';
import { readOtlpJson } from './otlp-json.ts';
import { readOtlpProtobuf } from './otlp-protobuf.ts';
import { readRemoteWrite } from './remote-write.ts';
import { snappyLength, unpackSnappy } from './snappy.ts';

/** The encoding of the points of a body. */
export type MetricFormat = 'otlp-protobuf' | 'otlp-json' | 'remote-write';

export type MetricCompression = 'identity' | 'gzip' | 'snappy';

export interface MetricBody {
  readonly bytes: Buffer;
  readonly format: MetricFormat;
  readonly compression: MetricCompression;
}

/** Reads the points of bodies; large bodies wait for a turn. */
export interface MetricReader {
  /**
   * Calls `take` with the points of the body one by one; `take` may throw.
   *
   * @throws 400 for a body that is not in its format, 413 for one that is too large, 429 and 503 if too many bodies
   *   wait.
   */
  read(body: MetricBody, sender: Sender, take: (point: MetricPoint) => void): Promise<void>;
}

/** Maximum decompressed size of a body that is read without waiting, which takes a few milliseconds. */
const smallBytes = 131_072;
const bounds = { atOnce: 3, perTenant: 2, perCredential: 2, waiting: 16 } as const;

const unzip = promisify(gunzip);

const tooLarge = (limit: number): Problem =>
  new Problem({ status: 413, detail: `The body unpacks to more than ${limit} bytes.` });

const limitOf = (format: MetricFormat): number =>
  format === 'otlp-json' ? metricLimits.jsonBytes : metricLimits.unpackedBytes;

/**
 * Returns the decompressed bytes of the body; `undefined` if they are more than the limit. Throws 400 for invalid
 * bytes.
 */
const unpack = async ({ bytes, compression }: MetricBody, limit: number): Promise<Buffer | undefined> => {
  switch (compression) {
    case 'identity':
      return bytes.length > limit ? undefined : bytes;
    case 'gzip':
      try {
        return await unzip(bytes, { maxOutputLength: limit });
      } catch (error) {
        if (error instanceof RangeError) return undefined;
        throw badRequest('The body is not valid gzip.');
      }
    case 'snappy':
      try {
        return snappyLength(bytes) > limit ? undefined : await unpackSnappy(bytes);
      } catch {
        throw badRequest('The body is not valid Snappy in the block format.');
      }
  }
};

const jsonBounds = { values: metricLimits.jsonValues, depth: metricLimits.jsonDepth };

/** Returns the points of a body. Only JSON is parsed completely beforehand. */
const pointsOf = async (format: MetricFormat, bytes: Buffer): Promise<ReadPoints> => {
  switch (format) {
    case 'otlp-protobuf':
      return readOtlpProtobuf(bytes);
    case 'otlp-json':
      await nextSlice();
      return readOtlpJson(parseJson(bytes, jsonBounds));
    case 'remote-write':
      return readRemoteWrite(bytes);
  }
};

const names: Readonly<Record<MetricFormat, string>> = {
  'otlp-protobuf': 'ExportMetricsServiceRequest',
  'otlp-json': 'ExportMetricsServiceRequest in JSON',
  'remote-write': 'Prometheus WriteRequest',
};

const readPoints = async (format: MetricFormat, bytes: Buffer, take: (point: MetricPoint) => void): Promise<void> => {
  const slices = createTimeSlices();
  const points = await pointsOf(format, bytes);
  for (let messages = 1; ; messages += 1) {
    const next = nextOf(points, format);
    if (next.done) return;
    if (messages > metricLimits.messages)
      throw new Problem({ status: 413, detail: `A call has at most ${metricLimits.messages} messages.` });
    if (next.value) take(next.value);
    if (slices.isOver()) await slices.next();
  }
};

/** Converts any error of a reader to 400, since readers throw only for bytes that they cannot read. */
const nextOf = (points: ReadPoints, format: MetricFormat): IteratorResult<MetricPoint | undefined, void> => {
  try {
    return points.next();
  } catch {
    throw badRequest(`The body is not a valid ${names[format]}, or one of its parts exceeds a limit.`);
  }
};

export const createMetricReader = (): MetricReader => {
  const turns = createReadingTurns(bounds);
  return {
    async read(body, sender, take) {
      const limit = limitOf(body.format);
      const small = await unpack(body, Math.min(smallBytes, limit));
      if (small) return readPoints(body.format, small, take);
      const end = await turns.take(sender);
      try {
        const large = await unpack(body, limit);
        if (!large) throw tooLarge(limit);
        await readPoints(body.format, large, take);
      } finally {
        end();
      }
    },
  };
};
