import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Registry } from 'prom-client';
import { mayMeasure } from './may-measure.ts';

/** A listener for `/metrics` and `/healthz` alone, for processes without the role web. */
export interface MetricsListener {
  readonly port: number;
  close(): Promise<void>;
}

const answer = (response: ServerResponse, status: number, type: string, text: string): void => {
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(text);
};

/**
 * Serves `/healthz` to all callers, and `/metrics` to programs on this machine and to bearers of the token. Other paths
 * get 404.
 */
export const startMetricsListener = async (
  readMetrics: () => Promise<string>,
  options: { readonly port: number; readonly host: string; readonly token: string | undefined },
): Promise<MetricsListener> => {
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method === 'GET' && request.url === '/healthz')
      return answer(response, 200, 'application/json', '{"status":"ok"}');
    if (request.method !== 'GET' || request.url !== '/metrics')
      return answer(response, 404, 'text/plain', 'Only /metrics and /healthz are served here.');
    const refusal = mayMeasure({ raw: request, headers: request.headers }, options.token);
    if (refusal) return answer(response, refusal.status, 'text/plain', refusal.detail);
    answer(response, 200, Registry.PROMETHEUS_CONTENT_TYPE, await readMetrics());
  };
  const server = createServer((request, response) => {
    respond(request, response).catch(() => answer(response, 500, 'text/plain', 'The metrics could not be read.'));
  });
  server.listen(options.port, options.host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
