import { attachmentTypes } from '@cfs/contracts/work-unit-attachments';

const startsWith = (content: Buffer, signature: string, offset = 0): boolean =>
  content.subarray(offset, offset + signature.length).equals(Buffer.from(signature, 'latin1'));

const signatures: readonly (readonly [mediaType: string, isOne: (content: Buffer) => boolean])[] = [
  ['application/pdf', (content) => startsWith(content, '%PDF-')],
  ['image/png', (content) => startsWith(content, '\x89PNG\r\n\x1a\n')],
  ['image/jpeg', (content) => startsWith(content, '\xff\xd8\xff')],
  ['image/gif', (content) => startsWith(content, 'GIF87a') || startsWith(content, 'GIF89a')],
  ['image/webp', (content) => startsWith(content, 'RIFF') && startsWith(content, 'WEBP', 8)],
  ['application/zip', (content) => startsWith(content, 'PK\x03\x04') || startsWith(content, 'PK\x05\x06')],
  ['application/gzip', (content) => startsWith(content, '\x1f\x8b\x08')],
];

const isText = (content: Buffer): boolean => {
  if (content.includes(0)) return false;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(content);
    return true;
  } catch {
    return false;
  }
};

/**
 * The media type of a file by its bytes, if it is one that is accepted and the file's name has an extension of it;
 * `undefined` for any other file, so that no file can pass as another type.
 */
export const detectMediaType = (fileName: string, content: Buffer): string | undefined => {
  const extension = /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? '';
  const shown = signatures.find(([, isOne]) => isOne(content))?.[0] ?? (isText(content) ? 'text/plain' : undefined);
  return shown !== undefined && attachmentTypes[shown]?.includes(extension) ? shown : undefined;
};
