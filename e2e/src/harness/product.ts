import { freePort } from './free-port.ts';
import { runServer, type End, type ServerOptions, type ServerProcess } from './server-process.ts';

/** A running product. */
export interface Product {
  /** Its origin, such as `http://localhost:8080`. */
  readonly address: string;
  readonly dataDirectory: string;
  readonly process: ServerProcess;
  /** Sends SIGTERM and waits for the exit. */
  stop(): Promise<End>;
}

export type ProductOptions = Omit<ServerOptions, 'port'> & Partial<Pick<ServerOptions, 'port'>>;

/** Starts the product, by default on a free port, and waits until it is ready. */
export async function startProduct(options: ProductOptions): Promise<Product> {
  const port = options.port ?? (await freePort());
  const server = await runServer({ ...options, port });
  const address = `http://localhost:${port}`;
  await server.printed(new RegExp(`^Ready: ${address}$`, 'm'));
  return {
    address,
    dataDirectory: options.dataDirectory,
    process: server,
    stop: () => {
      server.signal('SIGTERM');
      return server.ended;
    },
  };
}
