import { expect, test } from 'vitest';
import { createRecordCounter } from './csv-record-counter.ts';

test('counts records across chunks and ignores line breaks within quotes', () => {
  const count = createRecordCounter();
  const bytes = new TextEncoder().encode('Name,Note\r\nA,"one\r\ntwo ""x"""\r\nB,\r\n');
  const seen = Array.from(bytes, (byte) => count(Uint8Array.of(byte)));
  expect(seen.at(-1)).toBe(3);
});
