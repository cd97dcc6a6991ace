import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import type { ExportMetricsResponse } from '@cfs/contracts/metric-sources';
import type { MetricReceipt } from './ingest-metrics.ts';

/** `ExportMetricsPartialSuccess` of OTLP. */
export interface PartialSuccess {
  readonly rejectedDataPoints: number;
  readonly errorMessage: string;
}

const count = (number: number, words: string): string | undefined => (number === 0 ? undefined : `${number} ${words}`);

/** Returns the number of points that were not stored and the reasons; `undefined` if all points were stored. */
export const partialSuccessOf = (receipt: MetricReceipt): PartialSuccess | undefined => {
  const { waiting, ignored, unlisted, unidentified, notFinite, invalid, fault } = receipt;
  const rejectedDataPoints = waiting + ignored + unlisted + unidentified + notFinite + invalid;
  if (rejectedDataPoints === 0) return undefined;
  const reasons = [
    count(waiting, 'of sources that wait to be accepted'),
    count(ignored, 'of sources that are ignored'),
    count(unlisted, 'of new sources that are not listed, because too many are waiting'),
    count(unidentified, 'of resources without service.name and host.name'),
    count(notFinite, 'with a value that is NaN or infinite'),
    count(invalid, `rejected: ${fault ?? 'could not be processed'}`),
  ].filter((reason) => reason !== undefined);
  return { rejectedDataPoints, errorMessage: `Data points not stored: ${reasons.join('; ')}.` };
};

/** `ExportMetricsServiceResponse` as JSON. */
export const jsonAnswer = (partial: PartialSuccess | undefined): ExportMetricsResponse =>
  partial
    ? {
        partialSuccess: {
          rejectedDataPoints: String(partial.rejectedDataPoints),
          errorMessage: partial.errorMessage,
        },
      }
    : {};

/** `ExportMetricsServiceResponse` as protobuf. */
export const protobufAnswer = (partial: PartialSuccess | undefined): Buffer => {
  const writer = new BinaryWriter();
  if (partial) {
    writer.tag(1, WireType.LengthDelimited).fork();
    writer.tag(1, WireType.Varint).int64(partial.rejectedDataPoints);
    writer.tag(2, WireType.LengthDelimited).string(partial.errorMessage);
    writer.join();
  }
  return Buffer.from(writer.finish());
};
