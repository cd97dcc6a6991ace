import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';

export interface BalancedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface BalancedAnswer {
  readonly status: number;
  readonly body: string;
}

/** Distributes calls over nodes like HAProxy: round-robin over those whose `/readyz` returns 200. */
export interface Balancer extends AsyncDisposable {
  /** Adds a node and starts its health checks. */
  add(origin: string): void;
  /**
   * Sends a request to a node. Retries on the next node if the connection is refused or the response is 503 with
   * Retry-After.
   */
  send(call: BalancedRequest): Promise<BalancedAnswer>;
  /**
   * Errors that no caller may see: responses of 500 and above other than 503 with Retry-After, and broken connections.
   */
  readonly faults: readonly string[];
}

const checkMilliseconds = 100;
const retryMilliseconds = 50;

interface Answer extends BalancedAnswer {
  readonly retryAfter: string | undefined;
}

/** Sends a request on a new connection. */
const sendTo = (origin: string, { method, path, headers, body }: BalancedRequest): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const outgoing = request(origin + path, { method, headers, agent: false }, (answer) => {
      text(answer).then(
        (content) =>
          resolve({ status: answer.statusCode ?? 0, body: content, retryAfter: answer.headers['retry-after'] }),
        reject,
      );
    });
    outgoing.on('error', reject);
    outgoing.end(body === undefined ? undefined : JSON.stringify(body));
  });

const isRefused = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ECONNREFUSED';

export const createBalancer = (): Balancer => {
  const ended = new AbortController();
  const ready = new Map<string, boolean>();
  const faults: string[] = [];
  const checks: Promise<void>[] = [];
  let turn = 0;

  const check = async (origin: string): Promise<void> => {
    while (!ended.signal.aborted) {
      const answer = await sendTo(origin, { method: 'GET', path: '/readyz', headers: {} }).catch(() => undefined);
      ready.set(origin, answer?.status === 200);
      await pause(checkMilliseconds, undefined, { signal: ended.signal }).catch(() => undefined);
    }
  };
  const nextNode = (): string | undefined => {
    const nodes = [...ready].flatMap(([origin, isReady]) => (isReady ? [origin] : []));
    turn += 1;
    return nodes[turn % nodes.length];
  };

  return {
    faults,
    add: (origin) => checks.push(check(origin)),
    async send(call) {
      const name = `${call.method} ${call.path}`;
      while (!ended.signal.aborted) {
        const node = nextNode();
        try {
          const answer = node === undefined ? undefined : await sendTo(node, call);
          if (answer && answer.status < 500) return answer;
          if (answer && (answer.status !== 503 || answer.retryAfter === undefined)) {
            faults.push(`${name} was answered with ${answer.status}: ${answer.body}`);
            return answer;
          }
        } catch (error) {
          if (!isRefused(error)) {
            faults.push(`${name} broke: ${String(error)}`);
            throw error;
          }
        }
        await pause(retryMilliseconds);
      }
      throw new Error(`${name} was not answered before the end.`);
    },
    async [Symbol.asyncDispose]() {
      ended.abort();
      await Promise.all(checks);
    },
  };
};
