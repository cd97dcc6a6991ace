const encodedName = (name: string): string =>
  encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);

/** The headers of a file of `bytes` bytes, which a browser downloads and never renders, whatever its content. */
export const downloadHeaders = (fileName: string, bytes: number): Record<string, string> => ({
  'content-disposition': `attachment; filename*=UTF-8''${encodedName(fileName)}`,
  'content-length': String(bytes),
  'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
});
