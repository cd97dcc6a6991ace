import { expect, test } from 'vitest';
import { pictureFault } from './check-picture.ts';

test('pictures of the three kinds up to a mebibyte can be sent', () => {
  for (const type of ['image/png', 'image/jpeg', 'image/webp'])
    expect(pictureFault({ type, size: 1_048_576 })).toBeUndefined();
});

test('other files and larger pictures are refused with the reason', () => {
  expect(pictureFault({ type: 'image/svg+xml', size: 10 })).toMatch(/PNG, JPEG or WebP/);
  expect(pictureFault({ type: '', size: 10 })).toMatch(/PNG, JPEG or WebP/);
  expect(pictureFault({ type: 'image/png', size: 1_048_577 })).toMatch(/larger than 1 MB/);
});
