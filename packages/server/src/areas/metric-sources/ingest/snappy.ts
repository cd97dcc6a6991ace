import { createTimeSlices } from '../../../platform/time-slices.ts';

/**
 * The block format of Snappy (github.com/google/snappy, format_description.txt): the length of the result as a varint,
 * then literals and copies of what was written before. Prometheus sends it without the framing format.
 */

/** Thrown for bytes that are not in the block format of Snappy. */
export class MalformedSnappy extends Error {
  override readonly name = 'MalformedSnappy';
}

const longestLengthBytes = 5;
/** Number of literals and copies between two checks of the time. */
const elementsPerTurn = 4_096;

interface Length {
  readonly length: number;
  /** Offset of the first literal or copy. */
  readonly start: number;
}

const readLength = (input: Uint8Array): Length => {
  let length = 0;
  for (let at = 0; at < longestLengthBytes; at += 1) {
    const byte = input[at];
    if (byte === undefined) break;
    length += (byte & 0x7f) * 2 ** (7 * at);
    if (byte < 0x80) return { length, start: at + 1 };
  }
  throw new MalformedSnappy();
};

/** @throws MalformedSnappy for bytes that do not begin with a length. */
export const snappyLength = (input: Uint8Array): number => readLength(input).length;

/** Reads the little-endian number in `bytes` bytes at an offset. */
const numberAt = (input: Uint8Array, at: number, bytes: number): number => {
  if (at + bytes > input.length) throw new MalformedSnappy();
  let number = 0;
  for (let index = 0; index < bytes; index += 1) number += (input[at + index] ?? 0) * 256 ** index;
  return number;
};

/**
 * Decompresses a block. Never writes more than the length that the block declares, which the caller must limit. Yields
 * to the event loop every few milliseconds.
 *
 * @throws MalformedSnappy for bytes that are not in the block format.
 */
export const unpackSnappy = async (input: Uint8Array): Promise<Buffer> => {
  const { length, start } = readLength(input);
  const output = Buffer.alloc(length);
  const slices = createTimeSlices();
  let at = start;
  let written = 0;

  const writeLiteral = (tag: number): void => {
    const short = tag >>> 2;
    const lengthBytes = Math.max(0, short - 59);
    const count = (lengthBytes === 0 ? short : numberAt(input, at, lengthBytes)) + 1;
    at += lengthBytes;
    if (at + count > input.length || written + count > length) throw new MalformedSnappy();
    output.set(input.subarray(at, at + count), written);
    at += count;
    written += count;
  };

  const writeCopy = (count: number, offset: number): void => {
    if (offset === 0 || offset > written || written + count > length) throw new MalformedSnappy();
    if (offset >= count) output.copyWithin(written, written - offset, written - offset + count);
    else for (let index = 0; index < count; index += 1) output[written + index] = output[written - offset + index] ?? 0;
    written += count;
  };

  for (let elements = 1; at < input.length; elements += 1) {
    const tag = numberAt(input, at, 1);
    at += 1;
    const offsetBytes = [0, 1, 2, 4][tag & 3] ?? 0;
    if (offsetBytes === 0) writeLiteral(tag);
    else {
      const low = numberAt(input, at, offsetBytes);
      at += offsetBytes;
      if (offsetBytes === 1) writeCopy(((tag >>> 2) & 7) + 4, (tag >>> 5) * 256 + low);
      else writeCopy((tag >>> 2) + 1, low);
    }
    if (elements % elementsPerTurn === 0 && slices.isOver()) await slices.next();
  }
  if (written !== length) throw new MalformedSnappy();
  return output;
};
