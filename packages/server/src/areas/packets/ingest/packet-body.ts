import { createGunzip, type Gunzip } from 'node:zlib';
import { packetLimits } from '@cfs/contracts/packets';
import { badRequest, Problem } from '../../../platform/problems.ts';
import { createTimeSlices } from '../../../platform/time-slices.ts';
import { PacketScanner, type ScannedPacket } from './packet-scanner.ts';

/**
 * A packet of a body: its parsed JSON, or a description of its fault. Only JSON with escapes can contain NUL or a lone
 * surrogate: UTF-8 has no lone surrogates, and JSON no unescaped NUL.
 */
export type ReadPacket = { readonly value: unknown; readonly hasEscapes: boolean } | { readonly fault: string };

export interface PacketBodyHeaders {
  readonly contentType: string;
  readonly encoding: string | undefined;
}

/** Bytes that are inflated, scanned and parsed at a time. */
const chunkBytes = 65_536;

export const isGzip = ({ encoding }: PacketBodyHeaders): boolean => {
  const name = encoding?.trim().toLowerCase();
  if (name === undefined || name === 'identity') return false;
  if (name !== 'gzip') throw new Problem({ status: 415, detail: 'The only accepted content encoding is gzip.' });
  return true;
};

function* chunksOf(body: Buffer): Generator<Buffer> {
  for (let at = 0; at < body.length; at += chunkBytes) yield body.subarray(at, at + chunkBytes);
}

/** Inflates only as far as the reader requests, and at most one chunk beyond the size limit of a call. */
async function* inflate(body: Buffer): AsyncGenerator<Buffer> {
  const unzip: Gunzip = createGunzip({ chunkSize: chunkBytes });
  let bytes = 0;
  try {
    unzip.end(body);
    for await (const chunk of unzip as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > packetLimits.unzippedBytes)
        throw new Problem({
          status: 413,
          detail: `The body unzips to more than ${packetLimits.unzippedBytes} bytes.`,
        });
      yield chunk;
    }
  } catch (error) {
    throw error instanceof Problem ? error : badRequest('The body is not valid gzip.');
  } finally {
    unzip.destroy();
  }
}

const parse = (scanned: ScannedPacket, lines: boolean): ReadPacket => {
  if ('fault' in scanned) return scanned;
  try {
    return { value: JSON.parse(scanned.text) as unknown, hasEscapes: scanned.text.includes('\\') };
  } catch {
    if (lines) return { fault: 'is not valid JSON' };
    throw badRequest('The body is not valid JSON.');
  }
};

/**
 * Calls `take` with the packets of a body in their order: one, an array, or one per line (NDJSON, blank lines skipped);
 * gzip is decompressed. The bytes are inflated and scanned in chunks, and each packet is parsed separately once the
 * scan has found it within its bounds. Yields to the event loop every few milliseconds.
 *
 * @throws a 4xx problem for a body that is not UTF-8, not JSON, not gzip, too large or of too many packets; `take` may
 *   have been called before.
 */
export const readPackets = async (
  body: Buffer,
  headers: PacketBodyHeaders,
  take: (packet: ReadPacket) => void,
): Promise<void> => {
  const lines = headers.contentType.toLowerCase().includes('ndjson');
  const scanner = new PacketScanner(lines ? 'lines' : 'json');
  const slices = createTimeSlices();
  const read = async (found: readonly ScannedPacket[]): Promise<void> => {
    for (const scanned of found) {
      const packet = parse(scanned, lines);
      // Checking a packet may cost as much as parsing it.
      if (slices.isOver()) await slices.next();
      take(packet);
      if (slices.isOver()) await slices.next();
    }
    if (slices.isOver()) await slices.next();
  };
  if (isGzip(headers)) for await (const chunk of inflate(body)) await read(scanner.scan(chunk));
  else for (const chunk of chunksOf(body)) await read(scanner.scan(chunk));
  const last = scanner.end();
  if (last !== undefined) await read([last]);
};
