/** A multipart body whose files are read as they are sent. */
export interface MultipartBody {
  readonly body: Blob;
  readonly contentType: string;
}

const escaped = (name: string): string => name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

/** `multipart/form-data` of fields, and files as `file-0`, `file-1` and so on. */
export const multipartBody = (fields: Readonly<Record<string, string>>, files: readonly File[]): MultipartBody => {
  const boundary = `cfs-${crypto.randomUUID()}`;
  const partOf = (disposition: string, content: Blob | string, type = ''): BlobPart[] => [
    `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n${type}\r\n`,
    content,
    '\r\n',
  ];
  return {
    body: new Blob([
      ...Object.entries(fields).flatMap(([name, value]) => partOf(`name="${escaped(name)}"`, value)),
      ...files.flatMap((file, index) =>
        partOf(`name="file-${index}"; filename="${escaped(file.name)}"`, file, 'Content-Type: application/zip\r\n'),
      ),
      `--${boundary}--\r\n`,
    ]),
    contentType: `multipart/form-data; boundary=${boundary}`,
  };
};
