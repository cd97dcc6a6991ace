import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A call that the other system received. */
export interface ReceivedCall {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Another system that actions call. */
export interface HttpPeer {
  readonly address: string;
  readonly calls: readonly ReceivedCall[];
  /** The status of its responses. */
  status: number;
  close(): Promise<void>;
}

/** Starts an HTTP server on this machine that records its requests. */
export async function startHttpPeer(): Promise<HttpPeer> {
  const calls: ReceivedCall[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const { method = '', url = '', headers } = request;
    calls.push({ method, path: url, headers, body });
    response.writeHead(peer.status).end('noted');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const peer: HttpPeer = {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    status: 200,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return peer;
}
