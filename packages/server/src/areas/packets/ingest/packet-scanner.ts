import { isUtf8 } from 'node:buffer';
import { packetLimits } from '@cfs/contracts/packets';
import { badRequest, Problem } from '../../../platform/problems.ts';

/** The text of a packet, or why it is refused before it is parsed. */
export type ScannedPacket = { readonly text: string } | { readonly fault: string };

const tooLarge = (detail: string): Problem => new Problem({ status: 413, detail });
const notJson = (): Problem => badRequest('The body is not valid JSON.');

const quote = 0x22;
const comma = 0x2c;
const opensArray = 0x5b;
const backslash = 0x5c;
const closesArray = 0x5d;
const opensObject = 0x7b;
const closesObject = 0x7d;
const newline = 0x0a;
const isSpace = (byte: number): boolean => byte === 0x20 || byte === newline || byte === 0x0d || byte === 0x09;

const byteOrderMark = [0xef, 0xbb, 0xbf];

/** A packet adds one level of objects around its message. */
const packetDepth = packetLimits.depth + 1;

const plain = 0;
const inText = 1;
const afterBackslash = 2;

/** What may come next between two packets of a JSON body. */
type Expected = 'body' | 'first' | 'packet' | 'separator' | 'end';

const textOf = (bytes: Buffer): string => {
  if (!isUtf8(bytes)) throw badRequest('The body is not valid UTF-8.');
  return bytes.toString('utf8');
};

/**
 * Finds the packets of a body, whose bytes arrive in chunks, in one scan without parsing: it measures what parsing each
 * packet would cost, and buffers the bytes of one packet at a time, and none of a packet that is refused. Between
 * packets it checks the grammar of JSON; the content of a packet is left to the parser.
 *
 * Throws 400 for a body that is neither an array nor a single value (`json`), or not UTF-8, and 413 for too many
 * packets or values.
 */
export class PacketScanner {
  readonly #lines: boolean;
  #expected: Expected;
  #inArray = false;
  #packets = 0;
  #callValues = 0;
  /** Whether a packet has begun and not ended; the fields that follow describe it. */
  #open = false;
  #ended = false;
  #state = plain;
  #depth = 0;
  #deepest = 0;
  #values = 0;
  #written = 0;
  #pieces: Buffer[] = [];
  /** Number of bytes of the byte order mark that were skipped; its full length once any other byte was read. */
  #marked = 0;

  constructor(format: 'json' | 'lines') {
    this.#lines = format === 'lines';
    this.#expected = this.#lines ? 'packet' : 'body';
  }

  /** Returns the packets that end within the chunk, in their order. */
  scan(chunk: Buffer): ScannedPacket[] {
    const found: ScannedPacket[] = [];
    let at = this.#passMark(chunk);
    while (at < chunk.length) {
      if (!this.#open) {
        at = this.#lines ? this.#toLine(chunk, at) : this.#toPacket(chunk, at);
        if (at === chunk.length) break;
        this.#begin();
      }
      const end = this.#lines ? this.#followLine(chunk, at) : this.#follow(chunk, at, chunk.length);
      this.#written += end - at;
      if (this.#ended) found.push(this.#take(chunk.subarray(at, end)));
      else this.#keep(chunk.subarray(at, end));
      at = end;
    }
    return found;
  }

  /** Returns the packet that ends with the body; `undefined` if there is none. */
  end(): ScannedPacket | undefined {
    const isWhole = this.#lines || (!this.#inArray && this.#depth === 0 && this.#state === plain);
    if (this.#open) {
      if (!isWhole) throw notJson();
      return this.#take(Buffer.alloc(0));
    }
    if (!this.#lines && this.#expected !== 'end') throw notJson();
    return undefined;
  }

  #passMark(chunk: Buffer): number {
    let at = 0;
    while (this.#marked < byteOrderMark.length && at < chunk.length) {
      if (chunk[at] !== byteOrderMark[this.#marked]) this.#marked = byteOrderMark.length;
      else {
        this.#marked += 1;
        at += 1;
      }
    }
    return at;
  }

  #toLine(chunk: Buffer, from: number): number {
    let at = from;
    while (at < chunk.length && isSpace(chunk[at] ?? 0)) at += 1;
    return at;
  }

  #toPacket(chunk: Buffer, from: number): number {
    for (let at = from; at < chunk.length; at += 1) {
      const byte = chunk[at] ?? 0;
      if (isSpace(byte)) continue;
      if (this.#expected === 'body' && byte === opensArray) {
        this.#inArray = true;
        this.#expected = 'first';
      } else if (byte === closesArray && (this.#expected === 'first' || this.#expected === 'separator')) {
        this.#expected = 'end';
      } else if (byte === comma && this.#expected === 'separator') {
        this.#expected = 'packet';
      } else if (this.#expected === 'separator' || this.#expected === 'end' || byte === comma || byte === closesArray) {
        throw notJson();
      } else {
        return at;
      }
    }
    return chunk.length;
  }

  #begin(): void {
    this.#packets += 1;
    if (this.#packets > packetLimits.packets) throw tooLarge(`A call has at most ${packetLimits.packets} packets.`);
    this.#open = true;
    this.#ended = false;
    this.#state = plain;
    this.#depth = 0;
    this.#deepest = 0;
    this.#values = 1;
    this.#written = 0;
  }

  #followLine(chunk: Buffer, from: number): number {
    const found = chunk.indexOf(newline, from);
    const end = found === -1 ? chunk.length : found;
    this.#follow(chunk, from, end);
    this.#ended = found !== -1;
    return end;
  }

  /** Continues the scan of a packet; returns where it ends, or `to` if it does not end before. */
  #follow(chunk: Buffer, from: number, to: number): number {
    const lines = this.#lines;
    let state = this.#state;
    let depth = this.#depth;
    let deepest = this.#deepest;
    let values = this.#values;
    let ended = false;
    let at = from;
    while (at < to && !ended) {
      const byte = chunk[at] as number;
      at += 1;
      if (state === afterBackslash) state = inText;
      else if (state === inText) {
        if (byte === backslash) state = afterBackslash;
        else if (byte === quote) {
          state = plain;
          ended = depth === 0 && !lines;
        }
      } else if (byte === quote) state = inText;
      else if (byte === opensObject || byte === opensArray) {
        depth += 1;
        values += 1;
        if (depth > deepest) deepest = depth;
      } else if (byte === closesObject || byte === closesArray) {
        if (depth === 0) {
          ended = !lines;
          at -= lines ? 0 : 1;
        } else {
          depth -= 1;
          ended = depth === 0 && !lines;
        }
      } else if (byte === comma) {
        values += 1;
        if (depth === 0 && !lines) {
          ended = true;
          at -= 1;
        }
      } else if (depth === 0 && !lines && isSpace(byte)) {
        ended = true;
        at -= 1;
      }
    }
    this.#callValues += values - this.#values;
    this.#state = state;
    this.#depth = depth;
    this.#deepest = deepest;
    this.#values = values;
    this.#ended = ended;
    if (this.#callValues > packetLimits.callValues)
      throw tooLarge(`A call has at most ${packetLimits.callValues} values in its packets.`);
    return at;
  }

  #fault(): string | undefined {
    if (this.#deepest > packetDepth) return `the packet is nested deeper than ${packetLimits.depth} levels`;
    if (this.#values > packetLimits.values) return `the packet contains more than ${packetLimits.values} values`;
    return this.#written > packetLimits.rawBytes ? `the packet is larger than ${packetLimits.bytes} bytes` : undefined;
  }

  #keep(bytes: Buffer): void {
    if (this.#fault() === undefined) this.#pieces.push(bytes);
    else this.#pieces = [];
  }

  #take(last: Buffer): ScannedPacket {
    const pieces = this.#pieces;
    this.#pieces = [];
    this.#open = false;
    if (!this.#lines) this.#expected = this.#inArray ? 'separator' : 'end';
    const fault = this.#fault();
    if (fault !== undefined) return { fault };
    return { text: textOf(pieces.length === 0 ? last : Buffer.concat([...pieces, last])) };
  }
}
