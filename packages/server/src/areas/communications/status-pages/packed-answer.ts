import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A text that is ready to send in each encoding with all its headers, and the tag of its content. */
export interface PackedAnswer {
  /** Without quotes and the suffix for the encoding. */
  readonly tag: string;
  readonly encoded: Readonly<Record<Encoding, EncodedAnswer>>;
}

interface EncodedAnswer {
  readonly bytes: Buffer;
  readonly headers: Readonly<Record<string, string>>;
  /** The headers of the 304 response. */
  readonly knownHeaders: Readonly<Record<string, string>>;
}

type Encoding = 'br' | 'gzip' | 'identity';

const packBrotli = promisify(brotliCompress);
const packGzip = promisify(gzip);
const brotliQuality = 5;

/** Compresses a text once for all requests, and prepares its headers; `headers` are those of every response. */
export const packAnswer = async (
  type: string,
  text: string,
  headers: Readonly<Record<string, string>>,
): Promise<PackedAnswer> => {
  const identity = Buffer.from(text);
  const params = { [constants.BROTLI_PARAM_QUALITY]: brotliQuality };
  const [br, packed] = await Promise.all([packBrotli(identity, { params }), packGzip(identity)]);
  const tag = createHash('sha256').update(identity).digest('base64url').slice(0, 22);
  const encoded = (encoding: Encoding, bytes: Buffer): EncodedAnswer => {
    const knownHeaders = { ...headers, vary: 'accept-encoding', etag: `"${tag}-${encoding}"` };
    return {
      bytes,
      knownHeaders,
      headers: {
        ...knownHeaders,
        ...(encoding !== 'identity' && { 'content-encoding': encoding }),
        'content-type': type,
        'content-length': String(bytes.length),
      },
    };
  };
  return {
    tag,
    encoded: { br: encoded('br', br), gzip: encoded('gzip', packed), identity: encoded('identity', identity) },
  };
};

/** Returns the best encoding that a request accepts; `q=0` excludes an encoding. */
const encodingOf = (accepted: string | undefined): Encoding => {
  if (accepted === undefined) return 'identity';
  const offered = accepted
    .toLowerCase()
    .split(',')
    .map((part) => part.trim().split(/\s*;\s*/))
    .filter(([, quality = '']) => !/^q=0(?:\.0{0,3})?$/.test(quality))
    .map(([name]) => name);
  if (offered.includes('br')) return 'br';
  return offered.includes('gzip') ? 'gzip' : 'identity';
};

/** Whether the client already has the content, in any encoding. */
const hasContent = (condition: string | undefined, tag: string): boolean =>
  condition !== undefined &&
  (condition.trim() === '*' || condition.split(',').some((known) => known.includes(`"${tag}`)));

/**
 * Sends a packed text, or 304 if the client already has it. Bypasses the framework, because the headers are complete
 * and nothing is left to serialize or compress.
 */
export const sendPacked = (request: FastifyRequest, reply: FastifyReply, { tag, encoded }: PackedAnswer): void => {
  const { bytes, headers, knownHeaders } = encoded[encodingOf(request.headers['accept-encoding'])];
  reply.hijack();
  reply.raw.setHeader('x-request-id', request.id);
  if (hasContent(request.headers['if-none-match'], tag)) reply.raw.writeHead(304, knownHeaders).end();
  else reply.raw.writeHead(200, headers).end(bytes);
};
