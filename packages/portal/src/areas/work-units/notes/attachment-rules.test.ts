import { attachmentLimitBytes } from '@cfs/contracts/work-unit-attachments';
import { expect, test } from 'vitest';
import { attachmentFault, formatSize } from './attachment-rules.ts';

test.for(['report.PDF', 'photo.jpeg', 'rows.csv', 'a.b.txt'])('%s may be attached up to its limit', (name) => {
  expect(attachmentFault({ name, size: 1 })).toBeUndefined();
  expect(attachmentFault({ name, size: attachmentLimitBytes })).toBeUndefined();
});

test.for([
  ['page.html', 1, 'files of this type cannot be attached'],
  ['picture.svg', 1, 'files of this type cannot be attached'],
  ['no extension', 1, 'files of this type cannot be attached'],
  ['pdf', 1, 'files of this type cannot be attached'],
  ['empty.txt', 0, 'the file is empty'],
  ['film.zip', attachmentLimitBytes + 1, 'the file is larger than 25.0 MiB'],
] as const)('%s of %d bytes is refused before it is sent', ([name, size, reason]) => {
  expect(attachmentFault({ name, size })).toBe(`${name}: ${reason}.`);
});

test.for([
  [0, '0 B'],
  [1_023, '1023 B'],
  [1_536, '2 KiB'],
  [attachmentLimitBytes, '25.0 MiB'],
] as const)('%d bytes are formatted as %s', ([bytes, words]) => {
  expect(formatSize(bytes)).toBe(words);
});
