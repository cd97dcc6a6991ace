import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { compressSync } from 'snappy';
import { describe, expect, it } from 'vitest';
import { MalformedSnappy, snappyLength, unpackSnappy } from './snappy.ts';

const compressed = (bytes: Buffer): Buffer => Buffer.from(compressSync(bytes));

describe('unpackSnappy', () => {
  it.each([
    ['empty input', Buffer.alloc(0)],
    ['one byte', Buffer.from('a')],
    ['a literal of more than 60 bytes', randomBytes(61)],
    ['a literal of more than 65,536 bytes', randomBytes(70_000)],
    ['a run, whose copies overlap themselves', Buffer.alloc(100_000, 'a')],
    ['copies near and far', Buffer.concat([randomBytes(3_000), Buffer.alloc(900, 'abcdefg'), randomBytes(30)])],
  ])('decompresses the output of the reference implementation: %s', async (_what, bytes) => {
    expect((await unpackSnappy(compressed(bytes))).equals(bytes)).toBe(true);
  });

  it('decompresses text of any kind', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.string({ maxLength: 40 }), { maxLength: 200 }), async (words) => {
        const bytes = Buffer.from(words.join(' '));
        expect(
          (await unpackSnappy(compressed(Buffer.concat([bytes, bytes])))).equals(Buffer.concat([bytes, bytes])),
        ).toBe(true);
      }),
      { numRuns: 100 },
    );
  });

  it('decompresses copies with offsets of one, two and four bytes', async () => {
    const literal = [0b1100, 1, 2, 3, 4];
    const copies = [
      [0b001, 4],
      [0b1110, 4, 0],
      [0b1111, 4, 0, 0, 0],
    ];
    for (const copy of copies)
      expect([...(await unpackSnappy(Buffer.from([8, ...literal, ...copy])))]).toEqual([1, 2, 3, 4, 1, 2, 3, 4]);
  });

  it.each([
    ['a missing length', []],
    ['an unterminated length', [0x80, 0x80, 0x80, 0x80, 0x80, 0x01]],
    ['a truncated literal', [4, 0b1100, 1]],
    ['a literal longer than the result', [1, 0b1100, 1, 2, 3, 4]],
    ['a copy before the first byte', [4, 0b001, 1]],
    ['a copy without a distance', [8, 0b1100, 1, 2, 3, 4, 0b001, 0]],
    ['a copy from before the beginning', [8, 0b1100, 1, 2, 3, 4, 0b001, 5]],
    ['a copy longer than the result', [5, 0b1100, 1, 2, 3, 4, 0b001, 4]],
    ['a truncated copy', [8, 0b1100, 1, 2, 3, 4, 0b1110, 4]],
    ['less than the declared length', [9, 0b1100, 1, 2, 3, 4]],
  ])('refuses %s', async (_what, bytes) => {
    await expect(unpackSnappy(Buffer.from(bytes))).rejects.toThrow(MalformedSnappy);
  });

  it('rejects arbitrary bytes, or decompresses them to the length that they declare', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 60 }), async (bytes) => {
        // Callers limit the declared length beforehand.
        const declared = await Promise.resolve(bytes)
          .then(snappyLength)
          .catch(() => undefined);
        if (declared === undefined || declared > 1_000_000) return;
        const result = await unpackSnappy(bytes).catch((error: unknown) => error);
        expect(result instanceof MalformedSnappy || (result as Buffer).length === declared).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});
