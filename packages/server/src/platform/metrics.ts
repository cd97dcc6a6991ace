import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';

/** What the process measures about itself, in one registry per server. */
export interface Metrics {
  readonly registry: Registry;
  /** Seconds per request, by route (never by address), method and status. */
  readonly requests: Histogram<'route' | 'method' | 'status'>;
  /** Rules that this process has taken out of service. */
  readonly rulesWithdrawn: Counter;
}

export const createMetrics = (): Metrics => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from a request to the end of its answer.',
    labelNames: ['route', 'method', 'status'] as const,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  const rulesWithdrawn = new Counter({
    name: 'rules_taken_out_of_service_total',
    help: 'Rules that were taken out of service because their regular expressions took too long.',
    registers: [registry],
  });
  return { registry, requests, rulesWithdrawn };
};
