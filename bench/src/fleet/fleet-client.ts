import { Agent, request as plainRequest } from 'node:http';
import { Agent as SecureAgent, request as secureRequest } from 'node:https';

export interface FleetAnswer {
  readonly status: number;
  readonly etag: string | undefined;
  readonly retryAfterMilliseconds: number;
  readonly body: unknown;
}

export interface FleetCall {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly timeoutMilliseconds?: number;
}

/** Makes the calls of thousands of devices over the connections of one process. */
export type FleetClient = (call: FleetCall) => Promise<FleetAnswer>;

const usualTimeoutMilliseconds = 15_000;

export const createFleetClient = (origin: string): FleetClient => {
  const isSecure = origin.startsWith('https:');
  const agent = isSecure ? new SecureAgent({ keepAlive: true }) : new Agent({ keepAlive: true });
  const open = isSecure ? secureRequest : plainRequest;
  return ({ method, path, headers, body, timeoutMilliseconds = usualTimeoutMilliseconds }) =>
    new Promise((resolve, reject) => {
      const text = body === undefined ? undefined : JSON.stringify(body);
      const outgoing = open(new URL(path, origin), {
        method,
        agent,
        headers: {
          ...headers,
          ...(text !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
        },
      });
      const timer = setTimeout(() => outgoing.destroy(new Error('no answer in time')), timeoutMilliseconds);
      outgoing.once('error', (error) => {
        clearTimeout(timer);
        reject(error);
      });
      outgoing.once('response', (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.once('error', reject);
        answer.once('end', () => {
          clearTimeout(timer);
          const content = Buffer.concat(chunks).toString('utf8');
          resolve({
            status: answer.statusCode ?? 0,
            etag: answer.headers.etag,
            retryAfterMilliseconds: Number(answer.headers['retry-after'] ?? 0) * 1_000,
            body: content.startsWith('{') || content.startsWith('[') ? JSON.parse(content) : undefined,
          });
        });
      });
      outgoing.end(text);
    });
};
