import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';
import { metricLimits } from '@cfs/contracts/metric-sources';

/** The bytes are no message of the expected kind, or exceed a bound. */
export class MalformedMessage extends Error {
  override readonly name = 'MalformedMessage';
}

/** Fields that are skipped before the reader of a message yields. */
const fieldsPerTurn = 4_096;

/** Reads one field, whose wire type has been checked. */
export interface FieldReader {
  readonly type: WireType;
  readonly read: (reader: BinaryReader) => void;
}

/**
 * Reads the fields of a message that is no larger than a part may be; others are skipped.
 *
 * @throws an error for bytes that are no message.
 */
export const readFields = (bytes: Uint8Array, fields: Readonly<Record<number, FieldReader>>): void => {
  if (bytes.length > metricLimits.partBytes) throw new MalformedMessage('A part is too large.');
  const reader = new BinaryReader(bytes);
  while (reader.pos < reader.len) {
    const [number, type] = reader.tag();
    const field = fields[number];
    if (!field) reader.skip(type, number);
    else if (field.type === type) field.read(reader);
    else throw new MalformedMessage('A field has another wire type.');
  }
};

/**
 * The messages in a repeated field, one by one and without copies; `undefined` now and then while others are skipped.
 *
 * @throws an error for bytes that are no message.
 */
export function* messagesIn(bytes: Uint8Array, wanted: number): Generator<Uint8Array | undefined, void, undefined> {
  const reader = new BinaryReader(bytes);
  for (let count = 1; reader.pos < reader.len; count += 1) {
    const [number, type] = reader.tag();
    if (number !== wanted) reader.skip(type, number);
    else if (type === WireType.LengthDelimited) yield reader.bytes();
    else throw new MalformedMessage('A field has another wire type.');
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
/** Text is valid UTF-8. */
export const stringField = (take: (value: string) => void): FieldReader => ({
  type: WireType.LengthDelimited,
  read: (reader) => take(reader.string(true)),
});
export const bytesField = (take: (value: Uint8Array) => void): FieldReader => ({
  type: WireType.LengthDelimited,
  read: (reader) => take(reader.bytes()),
});
