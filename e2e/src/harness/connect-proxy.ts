import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';

/** An HTTP proxy on loopback that supports CONNECT and connects all host names to one address, in place of DNS. */
export interface ConnectProxy extends AsyncDisposable {
  readonly address: string;
}

export const startConnectProxy = async ({
  host,
  port,
}: {
  readonly host: string;
  readonly port: number;
}): Promise<ConnectProxy> => {
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy()).once('close', () => sockets.delete(socket));
  };
  const server = createServer((_request, response) => response.writeHead(405).end());
  server.on('connect', (_request, client: Socket, head: Buffer) => {
    const place = connect(port, host, () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      place.write(head);
      client.pipe(place).pipe(client);
    });
    keep(client);
    keep(place);
    client.once('close', () => place.destroy());
    place.once('close', () => client.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
};
