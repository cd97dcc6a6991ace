import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** An endpoint that actions call. `keys` are the idempotency keys of its calls, by their bodies. */
export interface CalledEndpoint extends AsyncDisposable {
  readonly address: string;
  readonly keys: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Starts an endpoint that responds with 200 to every call. */
export const startCalledEndpoint = async (): Promise<CalledEndpoint> => {
  const keys = new Map<string, Set<string>>();
  const server = createServer((incoming, answer) => {
    text(incoming).then(
      (body) => {
        const known = keys.get(body) ?? new Set<string>();
        keys.set(body, known.add(String(incoming.headers['idempotency-key'])));
        answer.end();
      },
      () => answer.destroy(),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}/`,
    keys,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
