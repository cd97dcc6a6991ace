import { packetLimits } from '@cfs/contracts/packets';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PacketScanner, type ScannedPacket } from './packet-scanner.ts';

const scanAll = (bytes: Buffer, sizes: readonly number[], format: 'json' | 'lines' = 'json'): ScannedPacket[] => {
  const scanner = new PacketScanner(format);
  const found: ScannedPacket[] = [];
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? bytes.length;
    found.push(...scanner.scan(bytes.subarray(at, at + size)));
    at += size;
  }
  const last = scanner.end();
  return last ? [...found, last] : found;
};

const parsed = (packets: readonly ScannedPacket[]): unknown[] =>
  packets.map((packet) => ('text' in packet ? (JSON.parse(packet.text) as unknown) : packet.fault));

const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 });

describe('the scan of a packet body', () => {
  it('finds what the parser finds, however the bytes are split into chunks', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue(), { maxLength: 6 }), fc.constantFrom(0, 1), sizes, (values, indent, cuts) => {
        const bytes = Buffer.from(JSON.stringify(values, undefined, indent));
        expect(parsed(scanAll(bytes, cuts))).toEqual(JSON.parse(bytes.toString()));
      }),
    );
  });

  it('finds one packet per line, however the bytes are split into chunks', () => {
    fc.assert(
      fc.property(
        fc.array(fc.jsonValue(), { maxLength: 6 }),
        fc.constantFrom('\n', '\r\n', '\n \t\n\n'),
        sizes,
        (values, end, cuts) => {
          const texts = values.map((value) => JSON.stringify(value));
          const found = scanAll(Buffer.from(texts.join(end)), cuts, 'lines');
          expect(parsed(found)).toEqual(texts.map((text) => JSON.parse(text) as unknown));
        },
      ),
    );
  });

  it('rejects input that the parser would reject, or leaves it to the parser', () => {
    const piece = fc.constantFrom(
      '[',
      ']',
      '{',
      '}',
      ',',
      ':',
      '"',
      '"a"',
      '\\',
      '1',
      '-',
      'true',
      ' ',
      '\n',
      'é',
      '{"a":1}',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), sizes, (pieces, cuts) => {
        const text = pieces.join('');
        const attempt = (read: () => unknown): unknown => {
          try {
            return read();
          } catch {
            return 'refused';
          }
        };
        const asArray = (value: unknown): unknown => (Array.isArray(value) ? value : [value]);
        expect(attempt(() => parsed(scanAll(Buffer.from(text), cuts)))).toEqual(
          attempt(() => asArray(JSON.parse(text))),
        );
      }),
      { numRuns: 2_000 },
    );
  });

  it('skips a byte order mark', () => {
    expect(parsed(scanAll(Buffer.from('\uFEFF[1]'), [1]))).toEqual([1]);
    expect(parsed(scanAll(Buffer.from('\uFEFF1\n2'), [2], 'lines'))).toEqual([1, 2]);
  });

  it('keeps the other packets if some are too deep, too large or have too many values', () => {
    const deep = '['.repeat(packetLimits.depth + 2) + ']'.repeat(packetLimits.depth + 2);
    const large = `"${'x'.repeat(packetLimits.rawBytes)}"`;
    const many = `[${'0,'.repeat(packetLimits.values)}0]`;
    const items = ['1', deep, '2', large, '3', many, '4'];
    const faults = [1, /deeper than 32/, 2, /larger than 65536/, 3, /more than 43692 values/, 4];
    for (const [text, format] of [
      [`[${items.join()}]`, 'json'],
      [items.join('\n'), 'lines'],
    ] as const) {
      const found = parsed(scanAll(Buffer.from(text), [4_096], format));
      expect(found).toHaveLength(items.length);
      for (const [index, fault] of faults.entries())
        if (fault instanceof RegExp) expect(found[index]).toMatch(fault);
        else expect(found[index]).toBe(fault);
    }
  });

  it('throws at once if a call contains too many packets or values', () => {
    const scanner = new PacketScanner('json');
    expect(() => scanner.scan(Buffer.from(`[${'{},'.repeat(packetLimits.packets + 1)}`))).toThrow(/10000 packets/);
    const nested = new PacketScanner('json');
    const level = Buffer.from('[,'.repeat(32_768));
    const scanLevels = (count: number): void => {
      for (let each = 0; each < count; each += 1) nested.scan(level);
    };
    nested.scan(Buffer.from('['));
    scanLevels(Math.floor(packetLimits.callValues / 65_536) - 1);
    expect(() => scanLevels(2)).toThrow(/2097152 values/);
  });
});
