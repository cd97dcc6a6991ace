import { expect, test } from 'vitest';
import { pictureError } from './check-picture.ts';

test('accepts the three media types up to 1 MiB', () => {
  for (const type of ['image/png', 'image/jpeg', 'image/webp'])
    expect(pictureError({ type, size: 1_048_576 })).toBeUndefined();
});

test('rejects other media types and larger files', () => {
  expect(pictureError({ type: 'image/svg+xml', size: 10 })).toMatch(/PNG, JPEG or WebP/);
  expect(pictureError({ type: '', size: 10 })).toMatch(/PNG, JPEG or WebP/);
  expect(pictureError({ type: 'image/png', size: 1_048_577 })).toMatch(/larger than 1 MB/);
});
