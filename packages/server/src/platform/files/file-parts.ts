import { Readable } from 'node:stream';

/** Bytes of a stored part, so that neither storing nor reading a file needs more than one part in memory. */
const partBytes = 262_144;

/** The parts in which a file is stored, in order. */
export const partsOf = function* (content: Buffer): Generator<{ readonly part: number; readonly content: Buffer }> {
  for (let start = 0; start < content.length; start += partBytes)
    yield { part: start / partBytes, content: content.subarray(start, start + partBytes) };
};

/**
 * Streams a stored file of `size` bytes; each part is read on demand.
 *
 * @throws TypeError if a part is missing
 */
export const streamParts = (size: number, readPart: (part: number) => Promise<Buffer | undefined>): Readable => {
  const parts = async function* (): AsyncGenerator<Buffer> {
    for (let part = 0, sent = 0; sent < size; part += 1) {
      const content = await readPart(part);
      if (content === undefined) throw new TypeError(`Part ${part} of a stored file is missing.`);
      sent += content.length;
      yield content;
    }
  };
  return Readable.from(parts(), { objectMode: false });
};
