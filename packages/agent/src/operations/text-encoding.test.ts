import { describe, expect, it } from 'vitest';
import { createOutputDecoder } from './text-encoding.ts';

const decoded = (bytes: Buffer, chunkBytes: number): string => {
  const decode = createOutputDecoder();
  let text = '';
  for (let at = 0; at < bytes.length; at += chunkBytes) text += decode(bytes.subarray(at, at + chunkBytes));
  return text;
};
const text = 'väl 😀 5\r\n';

describe('the output of a program', () => {
  it.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${text}`)],
    ['UTF-16LE with a byte order mark', Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-16BE with a byte order mark', Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
  ])('is decoded with any chunk size: %s', (_title, bytes) => {
    for (let chunkBytes = 1; chunkBytes <= bytes.length; chunkBytes += 1) {
      expect(decoded(bytes, chunkBytes)).toBe(text);
    }
  });

  it('is readable in UTF-16 without a byte order mark if it is Latin', () => {
    expect(decoded(Buffer.from('stopped', 'utf16le'), 3)).toBe('stopped');
  });

  it('is available from its first byte', () => {
    expect(decoded(Buffer.from('5'), 1)).toBe('5');
  });
});
