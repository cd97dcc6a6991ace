import { crc32, deflateRawSync } from 'node:zlib';

/** An entry, written as it is, valid or not. */
export interface RawEntry {
  readonly name: string;
  readonly content: Buffer;
  /** External file attributes; the upper half is the Unix mode of the file. */
  readonly attributes?: number;
  readonly isDeflated?: boolean;
  /** Written instead of the actual size. */
  readonly statedSize?: number;
  /** 1 marks an encrypted entry. */
  readonly flags?: number;
  readonly method?: number;
}

const utf8Flag = 0x800;
const madeByUnix = (3 << 8) | 20;

/** Builds a zip without validating its entries. */
export const rawZip = (entries: readonly RawEntry[]): Buffer => {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const name = Buffer.from(entry.name);
    const data = entry.isDeflated ? deflateRawSync(entry.content) : entry.content;
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(utf8Flag | (entry.flags ?? 0), 2);
    common.writeUInt16LE(entry.method ?? (entry.isDeflated ? 8 : 0), 4);
    common.writeUInt32LE(crc32(entry.content), 10);
    common.writeUInt32LE(data.length, 14);
    common.writeUInt32LE(entry.statedSize ?? entry.content.length, 18);
    common.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), common, name, data]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(entry.attributes ?? 0, 6);
    tail.writeUInt32LE(offset, 10);
    const made = Buffer.alloc(2);
    made.writeUInt16LE(madeByUnix);
    directory.push(Buffer.concat([Buffer.from('PK\u0001\u0002'), made, common, tail, name]));
    locals.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, central, Buffer.from('PK\u0005\u0006'), end]);
};
