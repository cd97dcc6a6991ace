import { expect, test } from 'vitest';
import { detectMediaType } from './detect-media-type.ts';

const detect = (name: string, content: string) => detectMediaType(name, Buffer.from(content, 'latin1'));

test.each([
  ['a.pdf', '%PDF-1.7', 'application/pdf'],
  ['a.png', '\x89PNG\r\n\x1a\n', 'image/png'],
  ['a.JPG', '\xff\xd8\xff\xe0', 'image/jpeg'],
  ['a.gif', 'GIF87a', 'image/gif'],
  ['a.gif', 'GIF89a', 'image/gif'],
  ['a.webp', 'RIFF\0\0\0\0WEBP', 'image/webp'],
  ['a.zip', 'PK\x03\x04', 'application/zip'],
  ['a.zip', 'PK\x05\x06', 'application/zip'],
  ['a.gz', '\x1f\x8b\x08', 'application/gzip'],
  ['a.txt', 'plain', 'text/plain'],
])('%s that begins with %j is %s', (name, content, mediaType) => {
  expect(detect(name, content)).toBe(mediaType);
});

test.each([
  ['a.png', 'GIF89a'],
  ['a.gif', 'GIF88a'],
  ['a.webp', 'RIFF\0\0\0\0WAVE'],
  ['a.txt', 'a\0b'],
  ['a.txt', '\xff\xfe'],
  ['a.exe', 'MZ'],
  ['pdf', '%PDF-1.7'],
  ['a.pdf.', '%PDF-1.7'],
])('%s that begins with %j is not accepted', (name, content) => {
  expect(detect(name, content)).toBeUndefined();
});
