import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { createServer as createRawServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A call that a peer received. */
export interface PeerCall {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** The address of this machine that the connection went to. */
  readonly arrivedAt: string;
}

interface PeerAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** An HTTP server on every address of this machine. */
export interface HttpPeer {
  readonly port: number;
  readonly calls: PeerCall[];
  answer: (call: PeerCall) => PeerAnswer | Promise<PeerAnswer>;
  close(): Promise<void>;
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

export const startHttpPeer = async (): Promise<HttpPeer> => {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const { method = '', url = '', headers, socket } = request;
    const call = { method, path: url, headers, body, arrivedAt: socket.localAddress ?? '' };
    peer.calls.push(call);
    const answer = await peer.answer(call);
    response.writeHead(answer.status, answer.headers).end(answer.body ?? 'ok');
  });
  server.listen(0, '0.0.0.0');
  await once(server, 'listening');
  const peer: HttpPeer = {
    port: portOf(server),
    calls: [],
    answer: () => ({ status: 200 }),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return peer;
};

/** A TCP server that calls `speak` for each connection. */
export interface RawPeer {
  readonly port: number;
  close(): Promise<void>;
}

export const startRawPeer = async (speak: (socket: Socket) => void): Promise<RawPeer> => {
  const sockets = new Set<Socket>();
  const server = createRawServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
    speak(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: portOf(server),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

/** Writes `text` repeatedly until the connection closes. */
export const writeEndlessly = (socket: Socket, text: string, pauseMilliseconds: number): void => {
  const timer = setInterval(() => socket.write(text), pauseMilliseconds);
  socket.on('close', () => clearInterval(timer));
};
