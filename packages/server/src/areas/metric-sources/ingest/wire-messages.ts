import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';
import { metricLimits } from '@cfs/contracts/metric-sources';

/** Thrown for bytes that are not a message of the expected kind or exceed a bound. */
export class MalformedMessage extends Error {
  override readonly name = 'MalformedMessage';
}

/** Number of fields after which `messagesIn` yields `undefined`. */
const fieldsPerTurn = 4_096;

/** Reads one field, whose wire type has been checked. */
export interface FieldReader {
  readonly type: WireType;
  readonly read: (reader: BinaryReader) => void;
}

/**
 * Reads the given fields of a message, and skips all others.
 *
 * @throws an error for bytes that are not a message or are more than `metricLimits.partBytes`.
 */
export const readFields = (bytes: Uint8Array, fields: Readonly<Record<number, FieldReader>>): void => {
  if (bytes.length > metricLimits.partBytes) throw new MalformedMessage('A part is too large.');
  const reader = new BinaryReader(bytes);
  while (reader.pos < reader.len) {
    const [number, type] = reader.tag();
    const field = fields[number];
    if (!field) reader.skip(type, number);
    else if (field.type === type) field.read(reader);
    else throw new MalformedMessage('A field has an unexpected wire type.');
  }
};

/**
 * Yields the messages of a repeated field one by one without copying them, and `undefined` after each `fieldsPerTurn`
 * fields, so that the caller can yield to the event loop.
 *
 * @throws an error for bytes that are not a message.
 */
export function* messagesIn(bytes: Uint8Array, wanted: number): Generator<Uint8Array | undefined, void, undefined> {
  const reader = new BinaryReader(bytes);
  for (let count = 1; reader.pos < reader.len; count += 1) {
    const [number, type] = reader.tag();
    if (number !== wanted) reader.skip(type, number);
    else if (type === WireType.LengthDelimited) yield reader.bytes();
    else throw new MalformedMessage('A field has an unexpected wire type.');
    if (count % fieldsPerTurn === 0) yield undefined;
  }
}

export const doubleField = (take: (value: number) => void): FieldReader => ({
  type: WireType.Bit64,
  read: (reader) => take(reader.double()),
});
export const fixed64Field = (take: (value: bigint) => void): FieldReader => ({
  type: WireType.Bit64,
  read: (reader) => take(BigInt(reader.fixed64())),
});
export const signedFixed64Field = (take: (value: bigint) => void): FieldReader => ({
  type: WireType.Bit64,
  read: (reader) => take(BigInt(reader.sfixed64())),
});
export const int64Field = (take: (value: bigint) => void): FieldReader => ({
  type: WireType.Varint,
  read: (reader) => take(BigInt(reader.int64())),
});
export const uint64Field = (take: (value: bigint) => void): FieldReader => ({
  type: WireType.Varint,
  read: (reader) => take(BigInt(reader.uint64())),
});
export const uint32Field = (take: (value: number) => void): FieldReader => ({
  type: WireType.Varint,
  read: (reader) => take(reader.uint32()),
});
export const boolField = (take: (value: boolean) => void): FieldReader => ({
  type: WireType.Varint,
  read: (reader) => take(reader.bool()),
});
/** Reads text, which must be valid UTF-8. */
export const stringField = (take: (value: string) => void): FieldReader => ({
  type: WireType.LengthDelimited,
  read: (reader) => take(reader.string(true)),
});
export const bytesField = (take: (value: Uint8Array) => void): FieldReader => ({
  type: WireType.LengthDelimited,
  read: (reader) => take(reader.bytes()),
});
