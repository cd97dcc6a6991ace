import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { packetLimits } from '@cfs/contracts/packets';
import { badRequest, Problem } from '../../platform/problems.ts';

/** A line of NDJSON that is no JSON, so that it is reported at its place and the others are kept. */
export const notJson: unique symbol = Symbol('not JSON');

const unzip = promisify(gunzip);
const decoder = new TextDecoder('utf-8', { fatal: true });

const tooLarge = (detail: string): Problem => new Problem({ status: 413, detail });

const undoEncoding = async (body: Buffer, encoding: string | undefined): Promise<Buffer> => {
  if (encoding === undefined || encoding === 'identity') return body;
  if (encoding !== 'gzip') throw new Problem({ status: 415, detail: 'The only content encoding taken is gzip.' });
  try {
    return await unzip(body, { maxOutputLength: packetLimits.unzippedBytes });
  } catch (error) {
    if (error instanceof RangeError)
      throw tooLarge(`The body unzips to more than ${packetLimits.unzippedBytes} bytes.`);
    throw badRequest('The body is not valid gzip.');
  }
};

const parseLine = (line: string): unknown => {
  try {
    return JSON.parse(line);
  } catch {
    return notJson;
  }
};

const parseWhole = (text: string): readonly unknown[] => {
  const value = parseLine(text);
  if (value === notJson) throw badRequest('The body is not valid JSON.');
  return Array.isArray(value) ? (value as unknown[]) : [value];
};

/**
 * The packets of a body: one, an array, or a line each (NDJSON, blank lines skipped); gzip is undone.
 *
 * @throws a 4xx problem for a body that is not UTF-8, not JSON, not gzip, too large or of too many packets.
 */
export const readPacketBody = async (
  body: Buffer,
  headers: { readonly contentType: string; readonly encoding: string | undefined },
): Promise<readonly unknown[]> => {
  const plain = await undoEncoding(body, headers.encoding?.trim().toLowerCase());
  let text: string;
  try {
    text = decoder.decode(plain);
  } catch {
    throw badRequest('The body is not valid UTF-8.');
  }
  const items = headers.contentType.toLowerCase().includes('ndjson')
    ? text
        .split('\n')
        .filter((line) => line.trim() !== '')
        .map(parseLine)
    : parseWhole(text);
  if (items.length > packetLimits.packets) throw tooLarge(`A call takes at most ${packetLimits.packets} packets.`);
  return items;
};
