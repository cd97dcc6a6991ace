import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { compressSync } from 'snappy';

/** A series of a `WriteRequest` of Prometheus remote write 1. */
export interface SentSeries {
  readonly labels: Readonly<Record<string, string>>;
  /** Value and time in milliseconds since 1970; a value may be given as its eight bytes in little-endian order. */
  readonly samples: readonly (readonly [value: number | Uint8Array, time: number])[];
  /** Native histograms: count, sum and time. */
  readonly histograms?: readonly (readonly [count: number, sum: number, time: number])[];
}

/** The bytes of a `WriteRequest`, not compressed. */
export const writeRequest = (series: readonly SentSeries[]): Uint8Array => {
  const writer = new BinaryWriter();
  for (const { labels, samples, histograms = [] } of series) {
    writer.tag(1, WireType.LengthDelimited).fork();
    for (const [name, value] of Object.entries(labels)) {
      writer.tag(1, WireType.LengthDelimited).fork();
      writer.tag(1, WireType.LengthDelimited).string(name);
      writer.tag(2, WireType.LengthDelimited).string(value);
      writer.join();
    }
    for (const [value, time] of samples) {
      writer.tag(2, WireType.LengthDelimited).fork();
      if (typeof value === 'number') writer.tag(1, WireType.Bit64).double(value);
      else writer.tag(1, WireType.Bit64).raw(value);
      writer.tag(2, WireType.Varint).int64(time);
      writer.join();
    }
    for (const [count, sum, time] of histograms) {
      writer.tag(4, WireType.LengthDelimited).fork();
      writer.tag(1, WireType.Varint).uint64(count);
      writer.tag(3, WireType.Bit64).double(sum);
      writer.tag(15, WireType.Varint).int64(time);
      writer.join();
    }
    writer.join();
  }
  // Metadata, which is skipped.
  writer.tag(3, WireType.LengthDelimited).fork();
  writer.tag(1, WireType.Varint).uint32(1);
  writer.tag(2, WireType.LengthDelimited).string('up');
  writer.join();
  return writer.finish();
};

export const snappy = (bytes: Uint8Array): Buffer => Buffer.from(compressSync(Buffer.from(bytes)));

/** The headers that Prometheus sends. */
export const remoteWriteHeaders = {
  'content-type': 'application/x-protobuf',
  'content-encoding': 'snappy',
  'x-prometheus-remote-write-version': '0.1.0',
} as const;
