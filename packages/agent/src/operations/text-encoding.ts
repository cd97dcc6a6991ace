import { TextDecoder } from 'node:util';

/** How bytes are decoded as text; `markBytes` is the length of the byte order mark that they begin with. */
export interface TextEncoding {
  readonly name: 'utf-8' | 'utf-16le' | 'utf-16be';
  readonly markBytes: number;
  readonly unitBytes: 1 | 2;
}

const markedEncodingOf = (bytes: Buffer): TextEncoding | undefined => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { name: 'utf-16le', markBytes: 2, unitBytes: 2 };
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { name: 'utf-16be', markBytes: 2, unitBytes: 2 };
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return { name: 'utf-8', markBytes: 3, unitBytes: 1 };
  return undefined;
};

const isMostlyZero = (bytes: Buffer, parity: 0 | 1): boolean => {
  const places = bytes.filter((_byte, at) => at % 2 === parity);
  return places.filter((byte) => byte === 0).length > places.length / 2;
};

/**
 * Detects the encoding of a text from its first bytes. UTF-16 without a byte order mark is recognised by its zero
 * bytes, which Latin letters have in every second position.
 */
export const encodingOf = (bytes: Buffer): TextEncoding => {
  const marked = markedEncodingOf(bytes);
  if (marked) return marked;
  const [even, odd] = [isMostlyZero(bytes, 0), isMostlyZero(bytes, 1)];
  if (even === odd) return { name: 'utf-8', markBytes: 0, unitBytes: 1 };
  return { name: even ? 'utf-16be' : 'utf-16le', markBytes: 0, unitBytes: 2 };
};

const maxUtf8Bytes = 4;

const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;
const isLowSurrogate = (highByte: number | undefined): boolean => highByte !== undefined && (highByte & 0xfc) === 0xdc;

/** The next offset, forwards or backwards, that is not within a character; UTF-16 must begin with a complete unit. */
export const betweenCharacters = (bytes: Buffer, encoding: 'utf8' | 'utf16le', from: number, step: 1 | -1): number => {
  let at = from;
  if (encoding === 'utf16le') {
    if (at % 2 === 1) at += step;
    return at > 0 && isLowSurrogate(bytes[at + 1]) ? at + 2 * step : at;
  }
  for (let steps = 1; steps < maxUtf8Bytes && isContinuation(bytes[at]); steps += 1) at += step;
  return at;
};

/**
 * Decodes the output of a program chunk by chunk: UTF-8, or UTF-16 with a byte order mark. NUL is removed, so that
 * Latin text in UTF-16 without a mark is readable and its secrets are found.
 */
export const createOutputDecoder = (): ((chunk: Buffer) => string) => {
  let decoder: TextDecoder | undefined;
  let first = Buffer.alloc(0);
  return (chunk) => {
    let bytes = chunk;
    if (!decoder) {
      first = Buffer.concat([first, chunk]);
      // Half of a byte order mark.
      if (first.length === 1 && (first[0] ?? 0) >= 0xfe) return '';
      decoder = new TextDecoder(markedEncodingOf(first)?.name);
      bytes = first;
    }
    return decoder.decode(bytes, { stream: true }).replaceAll('\0', '');
  };
};
