import { request as plainRequest, Agent as PlainAgent, type IncomingMessage, type ClientRequest } from 'node:http';
import { request as secureRequest, Agent as SecureAgent } from 'node:https';
import { rootCertificates } from 'node:tls';

/** Network settings of outgoing connections. */
export interface Network {
  /** Proxy for http and https addresses, except loopback; `undefined` for none. */
  readonly proxy: string | undefined;
  /** PEM certificates that are trusted in addition to the root certificates of Node. */
  readonly authorities: string | undefined;
}

export interface Agents {
  readonly plain: PlainAgent;
  readonly secure: SecureAgent;
}

export const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);

/** Creates HTTP agents that connect through the proxy and trust the certificates of this network. */
export const createAgents = ({ proxy, authorities }: Network, keepAlive: boolean): Agents => {
  const proxyEnv = proxy === undefined ? undefined : { HTTP_PROXY: proxy, HTTPS_PROXY: proxy, NO_PROXY: noProxy };
  const shared = { keepAlive, ...(proxyEnv && { proxyEnv }) };
  return {
    plain: new PlainAgent(shared),
    secure: new SecureAgent({
      ...shared,
      ...(authorities !== undefined && { ca: [...rootCertificates, authorities] }),
    }),
  };
};
const noProxy = 'localhost,127.0.0.1,::1';

export interface OutgoingRequest {
  readonly url: URL;
  readonly method: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  readonly signal: AbortSignal;
  readonly agents: Agents;
}

/**
 * Sends a request and resolves with the response once its headers have arrived. The caller must consume or destroy the
 * body.
 */
export const sendRequest = ({
  url,
  method,
  headers,
  body,
  signal,
  agents,
}: OutgoingRequest): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const bytes = body === undefined ? undefined : Buffer.from(body);
    const options = {
      method,
      headers: { ...headers, ...(bytes && { 'content-length': String(bytes.length) }) },
      signal,
    };
    const outgoing: ClientRequest =
      url.protocol === 'https:'
        ? secureRequest(url, { ...options, agent: agents.secure })
        : plainRequest(url, { ...options, agent: agents.plain });
    outgoing.once('response', resolve).once('error', reject).end(bytes);
  });

/** Reads the body of a response; rejects once it is longer than `maxBytes`. */
export const readBody = async (answer: IncomingMessage, maxBytes: number): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) {
      answer.destroy();
      throw new Error(`the response is longer than ${maxBytes} bytes`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};
