import { once } from 'node:events';
import { createServer } from 'node:net';

/** Resolves with a TCP port of `host` that is free now, chosen by the operating system. */
export async function freePort(host: string): Promise<number> {
  const server = createServer();
  server.listen(0, host);
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new TypeError('A TCP server has a port.');
  return address.port;
}
