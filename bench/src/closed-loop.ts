import { Pool } from 'undici';

/** A request of the load and its expected response. */
export interface LoadRequest {
  readonly path: string;
  readonly headers?: Record<string, string>;
  readonly method?: 'GET' | 'POST';
  readonly body?: string;
}

/**
 * A closed-loop load: keeps `concurrency` requests in flight for `milliseconds`, or until there were `requests`.
 * Resolves with the requests per second.
 *
 * @throws Error with the body of the first error response.
 */
export const closedLoop = async (options: {
  readonly origin: string;
  readonly concurrency: number;
  readonly milliseconds?: number;
  readonly requests?: number;
  next(count: number): LoadRequest;
}): Promise<number> => {
  const { milliseconds = Infinity, requests = Infinity } = options;
  const pool = new Pool(options.origin, { connections: options.concurrency, pipelining: 1 });
  const started = performance.now();
  let sent = 0;
  let answered = 0;
  const worker = async (): Promise<void> => {
    while (sent < requests && performance.now() - started < milliseconds) {
      const { path, method = 'GET', headers = {}, body = null } = options.next(sent++);
      const response = await pool.request({ path, method, headers, body });
      const text = await response.body.text();
      if (response.statusCode >= 300) throw new Error(`${response.statusCode} for ${path}: ${text.slice(0, 400)}`);
      answered += 1;
    }
  };
  await Promise.all(Array.from({ length: options.concurrency }, worker));
  const seconds = (performance.now() - started) / 1000;
  await pool.close();
  return answered / seconds;
};

/** Runs two loads alternately, so that a drift of the machine's speed affects both. Resolves to the medians. */
export const inTurns = async (
  rounds: number,
  product: () => Promise<number>,
  floor: () => Promise<number>,
): Promise<{ product: number; floor: number }> => {
  const samples: { product: number[]; floor: number[] } = { product: [], floor: [] };
  for (let round = 0; round < rounds; round += 1) {
    samples.floor.push(await floor());
    samples.product.push(await product());
  }
  const middle = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
  return { product: middle(samples.product), floor: middle(samples.floor) };
};
