import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  ContentStoreError,
  type ByteRange,
  type ContentKey,
  type ContentStore,
} from '../content-store/content-store.ts';
import { Problem } from '../problems.ts';
import { downloadHeaders } from './download-headers.ts';

/** A file as it is downloaded. */
export interface DownloadedFile {
  /** In hexadecimal. */
  readonly sha256: string;
  readonly size: number;
  readonly fileName: string;
  readonly mediaType: string;
}

/** A stored file as it is downloaded. */
export type Download = DownloadedFile & ContentKey;

const singleRange = /^bytes=(?:(\d{1,15})-(\d{0,15})|-(\d{1,15}))$/;

/** The requested range of a file; `undefined` for all of it, `'unsatisfiable'` for a range that it does not have. */
export const rangeOf = (header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined => {
  const [, from, to, tail] = singleRange.exec(header ?? '') ?? [];
  if (tail !== undefined) {
    const bytes = Math.min(Number(tail), size);
    return bytes === 0 ? 'unsatisfiable' : { first: size - bytes, last: size - 1 };
  }
  if (from === undefined) return undefined;
  const first = Number(from);
  const last = to === undefined || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  // A reversed range is malformed, and a malformed header is ignored.
  if (to !== undefined && to !== '' && Number(to) < first) return undefined;
  return first >= size ? 'unsatisfiable' : { first, last };
};

/**
 * Sends a file, or the requested range of it, as an attachment with its SHA-256 as strong entity tag, so that a client
 * can resume an aborted download. `open` opens the bytes. Memory does not depend on the size.
 */
export const sendFile = async (
  request: FastifyRequest,
  reply: FastifyReply,
  download: DownloadedFile,
  open: (range: ByteRange | undefined) => Promise<Readable>,
): Promise<FastifyReply> => {
  const { size, sha256 } = download;
  const tag = `"${sha256}"`;
  void reply.headers({ etag: tag, 'accept-ranges': 'bytes', 'cache-control': 'private, no-cache' });
  if (request.headers['if-none-match'] === tag) return reply.code(304).send();
  const isCurrent = (request.headers['if-range'] ?? tag) === tag;
  const range = isCurrent ? rangeOf(request.headers.range, size) : undefined;
  if (range === 'unsatisfiable')
    throw new Problem({
      status: 416,
      detail: 'The file does not have the requested range.',
      headers: { 'content-range': `bytes */${size}` },
    });
  const content = await open(range);
  void reply.headers({
    ...downloadHeaders(download.fileName, range ? range.last - range.first + 1 : size),
    ...(range && { 'content-range': `bytes ${range.first}-${range.last}/${size}` }),
  });
  return reply
    .code(range ? 206 : 200)
    .type(download.mediaType)
    .send(content);
};

/** Sends a stored file by `sendFile`. */
export const sendContent = (
  store: ContentStore,
  request: FastifyRequest,
  reply: FastifyReply,
  download: Download,
): Promise<FastifyReply> =>
  sendFile(request, reply, download, async (range) => {
    const content = await store.read(download, range);
    if (!content) throw new ContentStoreError('The file is missing from the content store.');
    return content;
  });
