import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A service that implements the part of S3 that the content store uses, and verifies its signatures (AWS SigV4). */
export interface S3Peer {
  readonly address: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Responds to the next `count` requests with an error status. */
  failNext(count: number, status: number): void;
  /** The number of requests so far. */
  requests(): number;
  /** The paths of the stored objects. */
  stored(): readonly string[];
  close(): Promise<void>;
}

const accessKeyId = 'test-access-key';
const secretAccessKey = 'test-secret-key';

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const sha256 = (content: string | Buffer): Buffer => createHash('sha256').update(content).digest();

const isSigned = (request: IncomingMessage): boolean => {
  const header = request.headers.authorization ?? '';
  const [, key, day, region, signed, signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d+)\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=(\w+)$/.exec(
      header,
    ) ?? [];
  if (key !== accessKeyId || !day || !region || !signed) return false;
  const url = new URL(request.url ?? '/', 'http://peer');
  const query = [...url.searchParams]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .toSorted()
    .join('&');
  const headers = signed.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}\n`);
  const canonical = [
    request.method,
    url.pathname,
    query,
    headers.join(''),
    signed,
    request.headers['x-amz-content-sha256'],
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', request.headers['x-amz-date'], scope, sha256(canonical).toString('hex')].join(
    '\n',
  );
  const signingKey = [region, 's3', 'aws4_request'].reduce(
    (derived: Buffer, part) => hmac(derived, part),
    hmac(`AWS4${secretAccessKey}`, day),
  );
  return hmac(signingKey, toSign).toString('hex') === signature;
};

const fail = (response: ServerResponse, status: number, code: string): void => {
  response.writeHead(status, { 'content-type': 'application/xml', connection: 'close' });
  response.end(`<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`);
};

export const startS3Peer = async (): Promise<S3Peer> => {
  const objects = new Map<string, Buffer>();
  let failures = { count: 0, status: 500 };
  let requests = 0;

  const get = (name: string, range: string | undefined, response: ServerResponse): void => {
    const content = objects.get(name);
    if (!content) return fail(response, 404, 'NoSuchKey');
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? [];
    if (first === undefined) {
      response.end(content);
      return;
    }
    response.writeHead(206);
    response.end(content.subarray(Number(first), Number(last) + 1));
  };

  const put = async (name: string, request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const content = await buffer(request);
    const checksum = request.headers['x-amz-checksum-sha256'];
    if (checksum !== sha256(content).toString('base64')) return fail(response, 400, 'BadDigest');
    objects.set(name, content);
    response.end();
  };

  const server = createServer((request, response) => {
    requests += 1;
    if (failures.count > 0) {
      failures.count -= 1;
      request.resume();
      return fail(response, failures.status, 'SlowDown');
    }
    if (!isSigned(request)) {
      request.resume();
      return fail(response, 403, 'SignatureDoesNotMatch');
    }
    const name = new URL(request.url ?? '/', 'http://peer').pathname;
    if (request.method === 'GET') return get(name, request.headers.range, response);
    if (request.method === 'PUT') {
      put(name, request, response).catch(() => response.destroy());
      return;
    }
    if (request.method !== 'DELETE') return fail(response, 405, 'MethodNotAllowed');
    objects.delete(name);
    response.writeHead(204).end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    accessKeyId,
    secretAccessKey,
    failNext: (count, status) => (failures = { count, status }),
    requests: () => requests,
    stored: () => [...objects.keys()],
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
};
