import { freePort } from './free-port.ts';
import { runServer, type End, type ServerOptions, type ServerProcess } from './server-process.ts';

/** The product, serving. */
export interface Product {
  /** The origin under which people reach it, such as `http://localhost:8080`. */
  readonly address: string;
  readonly dataDirectory: string;
  readonly process: ServerProcess;
  /** Asks it to stop as Ctrl-C does, and waits for its end. */
  stop(): Promise<End>;
}

export type ProductOptions = Omit<ServerOptions, 'port'> & Partial<Pick<ServerOptions, 'port'>>;

/** Starts the product, on a port of its own unless one is named, and waits until it says that it serves. */
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
