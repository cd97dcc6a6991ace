import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** The metrics of the process, in one registry for each server. */
export interface Metrics {
  readonly registry: Registry;
  /** Duration of requests in seconds, by route template, method and status. */
  readonly requests: Histogram<'route' | 'method' | 'status'>;
  /** Agents whose long polls this process holds. */
  readonly agentsWaiting: Gauge;
  /** Rules that this process has taken out of service. */
  readonly rulesWithdrawn: Counter;
  /** Failed attempts to publish audit heads to the sink. */
  readonly auditSinkFailures: Counter;
  /** 1 while the heads of the audit chains fail verification, which stops sealing. */
  readonly auditBroken: Gauge;
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
  const agentsWaiting = new Gauge({
    name: 'agents_waiting',
    help: 'Agents that wait for a change of their configuration.',
    registers: [registry],
  });
  const rulesWithdrawn = new Counter({
    name: 'rules_taken_out_of_service_total',
    help: 'Rules that were taken out of service because their regular expressions took too long.',
    registers: [registry],
  });
  const auditSinkFailures = new Counter({
    name: 'audit_sink_failures_total',
    help: 'Failed attempts to write the ends of the audit chains to AUDIT_SINK.',
    registers: [registry],
  });
  const auditBroken = new Gauge({
    name: 'audit_broken',
    help: '1 while the audit chains do not end where they were sealed and nothing is sealed.',
    registers: [registry],
  });
  return { registry, requests, agentsWaiting, rulesWithdrawn, auditSinkFailures, auditBroken };
};
