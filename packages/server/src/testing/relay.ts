import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import type { ConnectionSettings } from '../platform/database/connection-settings.ts';

/** A TCP relay to a database, which can stop forwarding. */
export interface Relay {
  /** The connection to the database through the relay. */
  readonly connection: ConnectionSettings;
  /** From now on, accepts connections but drops the data of both sides. */
  silence(): void;
  speak(): void;
  /** The number of open connections. */
  open(): number;
  close(): void;
}

export const startRelay = async (database: ConnectionSettings): Promise<Relay> => {
  const inners = new Set<Socket>();
  let isSilent = false;
  const { host, port } = database;
  const server = createServer((inner) => {
    const outer = host.startsWith('/') ? connect(join(host, `.s.PGSQL.${port}`)) : connect(port, host);
    inners.add(inner);
    inner.on('close', () => inners.delete(inner));
    for (const [from, to] of [
      [inner, outer],
      [outer, inner],
    ] as const) {
      from.on('data', (piece) => isSilent || to.write(piece));
      from.on('error', () => undefined);
      from.on('close', () => to.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    connection: { ...database, host: '127.0.0.1', port: (server.address() as AddressInfo).port },
    silence: () => void (isSilent = true),
    speak: () => void (isSilent = false),
    open: () => inners.size,
    close() {
      for (const inner of inners) inner.destroy();
      server.close();
    },
  };
};
