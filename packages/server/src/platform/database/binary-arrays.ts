/**
 * Arrays as parameters in PostgreSQL's binary format, with one dimension and the lower bound 1: for statements over
 * thousands of rows, which are not formatted as text and parsed again. The statement casts the parameter to its type.
 */

const headerBytes = 20;
const lengthBytes = 4;
const nullLength = -1;
const oids = { integer: 23, text: 25, double: 701, timestamptz: 1184, uuid: 2950 } as const;

const writeHeader = (array: Buffer, oid: number, items: number): void => {
  array.writeInt32BE(1, 0);
  // Whether any item may be null; PostgreSQL checks the items themselves.
  array.writeInt32BE(1, 4);
  array.writeInt32BE(oid, 8);
  array.writeInt32BE(items, 12);
  array.writeInt32BE(1, 16);
};

const fixedArray = <Item>(
  oid: number,
  bytes: number,
  items: readonly (Item | null)[],
  write: (array: Buffer, item: Item, at: number) => void,
): Buffer => {
  const array = Buffer.allocUnsafe(headerBytes + items.length * (lengthBytes + bytes));
  writeHeader(array, oid, items.length);
  let at = headerBytes;
  for (const item of items) {
    array.writeInt32BE(item === null ? nullLength : bytes, at);
    at += lengthBytes;
    if (item === null) continue;
    write(array, item, at);
    at += bytes;
  }
  return array.subarray(0, at);
};

const writeSafeInteger = (array: Buffer, value: number, at: number): void => {
  const high = Math.floor(value / 2 ** 32);
  array.writeInt32BE(high, at);
  array.writeUInt32BE(value - high * 2 ** 32, at + 4);
};

/** Numbers of 32 bits as `integer[]`. */
export const integerArray = (items: readonly number[]): Buffer =>
  fixedArray(oids.integer, 4, items, (array, item, at) => array.writeInt32BE(item, at));

/** Numbers as `double precision[]`. */
export const doubleArray = (items: readonly (number | null)[]): Buffer =>
  fixedArray(oids.double, 8, items, (array, item, at) => array.writeDoubleBE(item, at));

const year2000 = Date.UTC(2000);

/** Milliseconds since 1970 as `timestamptz[]`. */
export const timeArray = (items: readonly (number | null)[]): Buffer =>
  fixedArray(oids.timestamptz, 8, items, (array, item, at) => writeSafeInteger(array, (item - year2000) * 1_000, at));

const uuidBytes = 16;

/** GUIDs as `uuid[]`; one that repeats its predecessor is copied. */
export const uuidArray = (items: readonly string[]): Buffer => {
  let before: string | undefined;
  return fixedArray(oids.uuid, uuidBytes, items, (array, item, at) => {
    if (item === before) array.copyWithin(at, at - lengthBytes - uuidBytes, at - lengthBytes);
    else array.write(item.replaceAll('-', ''), at, uuidBytes, 'hex');
    before = item;
  });
};

/** Texts as `text[]`. */
export const textArray = (items: readonly (string | null)[]): Buffer => {
  const bytes = items.reduce((sum, item) => sum + lengthBytes + (item === null ? 0 : Buffer.byteLength(item)), 0);
  const array = Buffer.allocUnsafe(headerBytes + bytes);
  writeHeader(array, oids.text, items.length);
  let at = headerBytes;
  for (const item of items) {
    const length = item === null ? nullLength : array.write(item, at + lengthBytes);
    array.writeInt32BE(length, at);
    at += lengthBytes + Math.max(length, 0);
  }
  return array;
};
