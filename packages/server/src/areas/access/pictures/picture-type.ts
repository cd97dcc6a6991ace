const startsWith = (bytes: Buffer, start: string, at = 0): boolean =>
  bytes.subarray(at, at + start.length).toString('latin1') === start;

/** The media type of a picture by its first bytes, whatever its sender calls it; `undefined` for anything else. */
export const pictureTypeOf = (bytes: Buffer): string | undefined => {
  if (startsWith(bytes, '\x89PNG\r\n\x1A\n')) return 'image/png';
  if (startsWith(bytes, '\xFF\xD8\xFF')) return 'image/jpeg';
  if (startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8)) return 'image/webp';
  return undefined;
};
