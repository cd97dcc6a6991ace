import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A received span. */
export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  /** Empty for the first span of a trace. */
  readonly parentSpanId: string;
  readonly name: string;
  readonly attributes: Readonly<Record<string, string | number | boolean>>;
  readonly isError: boolean;
  /** The ids of the spans that it is linked to. */
  readonly links: readonly string[];
}

/** A receiver of traces by OTLP over HTTP. */
export interface OtlpPeer {
  readonly url: string;
  readonly port: number;
  readonly spans: ReceivedSpan[];
  /** All bodies, concatenated. */
  readonly bytes: () => Buffer;
  /** The headers of the last call. */
  readonly headers: () => Readonly<Record<string, unknown>>;
  /** The status of responses; `undefined` to never respond. */
  status: number | undefined;
  close(): Promise<void>;
}

/** The fields of a protobuf message: its numbers with their raw values. */
const fieldsOf = (message: Buffer): [number: number, value: Buffer | bigint][] => {
  const fields: [number, Buffer | bigint][] = [];
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = message[at++] ?? 0;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  const bytes = (length: number): Buffer => message.subarray(at, (at += length));
  while (at < message.length) {
    const tag = Number(varint());
    switch (tag & 7) {
      case 0:
        fields.push([tag >> 3, varint()]);
        break;
      case 1:
        fields.push([tag >> 3, bytes(8)]);
        break;
      case 2:
        fields.push([tag >> 3, bytes(Number(varint()))]);
        break;
      default:
        fields.push([tag >> 3, bytes(4)]);
    }
  }
  return fields;
};

const messagesIn = (message: Buffer, number: number): Buffer[] =>
  fieldsOf(message).flatMap(([each, value]) => (each === number && Buffer.isBuffer(value) ? [value] : []));

const textIn = (message: Buffer, number: number, encoding: 'utf8' | 'hex' = 'utf8'): string =>
  messagesIn(message, number)[0]?.toString(encoding) ?? '';

const valueOf = (any: Buffer): string | number | boolean => {
  const [[number, value] = [1, Buffer.alloc(0)]] = fieldsOf(any);
  if (number === 2) return value === 1n;
  if (number === 3) return Number(value);
  if (!Buffer.isBuffer(value)) return Number(value);
  return number === 4 ? value.readDoubleLE() : value.toString();
};

/** The fields of `opentelemetry.proto.trace.v1.Span`. */
const toSpan = (span: Buffer): ReceivedSpan => ({
  traceId: textIn(span, 1, 'hex'),
  spanId: textIn(span, 2, 'hex'),
  parentSpanId: textIn(span, 4, 'hex'),
  name: textIn(span, 5),
  attributes: Object.fromEntries(
    messagesIn(span, 9).map((pair) => [textIn(pair, 1), valueOf(messagesIn(pair, 2)[0] ?? Buffer.alloc(0))]),
  ),
  isError: messagesIn(span, 15).some((status) =>
    fieldsOf(status).some(([number, value]) => number === 3 && value === 2n),
  ),
  links: messagesIn(span, 13).map((link) => textIn(link, 2, 'hex')),
});

const spansIn = (request: Buffer): ReceivedSpan[] =>
  messagesIn(request, 1)
    .flatMap((resource) => messagesIn(resource, 2))
    .flatMap((scope) => messagesIn(scope, 2))
    .map(toSpan);

/** Starts a receiver on the port, or on any free one. */
export const startOtlpPeer = async (port = 0): Promise<OtlpPeer> => {
  const bodies: Buffer[] = [];
  let headers: Readonly<Record<string, unknown>> = {};
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (peer.status === undefined) return;
    headers = request.headers;
    const body = Buffer.concat(chunks);
    bodies.push(body);
    if (request.url === '/v1/traces' && peer.status === 200) peer.spans.push(...spansIn(body));
    response.writeHead(peer.status).end();
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const bound = (server.address() as AddressInfo).port;
  const peer: OtlpPeer = {
    url: `http://127.0.0.1:${bound}`,
    port: bound,
    spans: [],
    bytes: () => Buffer.concat(bodies),
    headers: () => headers,
    status: 200,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return peer;
};
