import { createServer } from 'node:http';

/** An endpoint of HTTP actions that responds after a pause. */
export interface SlowEndpoint {
  readonly address: string;
  /** Milliseconds before each response; may be changed. */
  pause: number;
  /** When the calls of each idempotency key arrived, in milliseconds of `performance.now()`. */
  readonly calls: Map<string, number[]>;
  close(): Promise<void>;
}

export const startSlowEndpoint = async (): Promise<SlowEndpoint> => {
  const calls = new Map<string, number[]>();
  const server = createServer((request, response) => {
    const key = String(request.headers['idempotency-key']);
    calls.set(key, [...(calls.get(key) ?? []), performance.now()]);
    request.resume();
    setTimeout(() => response.end('ok'), endpoint.pause);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const endpoint: SlowEndpoint = {
    address: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/`,
    pause: 0,
    calls,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return endpoint;
};
