import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Clock } from './clock.ts';
import { countTenants, type TenantCounts } from './loudest-tenants.ts';

/** The metrics of the process, in one registry for each server. */
export interface Metrics {
  readonly registry: Registry;
  /** Duration of requests in seconds, by route template, method and status. */
  readonly requests: Histogram<'route' | 'method' | 'status'>;
  /** Agents whose long polls this process holds. */
  readonly agentsWaiting: Gauge;
  /** Duration of statements in seconds, by kind of access of the gate. */
  readonly statements: Histogram<'access'>;
  /** Reads that may lag, by outcome: on the replica, or on the primary for the reason that the outcome names. */
  readonly laggingReads: Counter<'outcome'>;
  /** Calls refused by a limit, by the name of the limit. */
  readonly rateLimitRefusals: Counter<'limit'>;
  /** Received packets, by outcome. */
  readonly packets: Counter<'outcome'>;
  /** OpenTelemetry data points and Prometheus samples, by outcome. */
  readonly metricPoints: Counter<'outcome'>;
  /** Age in seconds of the oldest packet of a call on arrival. */
  readonly packetLateness: Histogram;
  /** Seconds from the claim of a step of durable work to its recorded outcome, by lane and outcome. */
  readonly stepDurations: Histogram<'lane' | 'outcome'>;
  /** Seconds that a step of durable work waited for its first attempt, by lane. */
  readonly stepDelays: Histogram<'lane'>;
  /** Attempts to send a mail, by result. */
  readonly mails: Counter<'result'>;
  /** Attempts at HTTP calls of actions in seconds, by result. */
  readonly actionCalls: Histogram<'result'>;
  /** The load of tenants; the loudest have series. */
  readonly tenants: TenantCounts;
  /** Rules that this process has taken out of service. */
  readonly rulesWithdrawn: Counter;
  /** Failed attempts to publish audit heads to the sink. */
  readonly auditSinkFailures: Counter;
  /** 1 while the heads of the audit chains fail verification, which stops sealing. */
  readonly auditBroken: Gauge;
}

const quick = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const usual = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const slow = [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300, 1_800];
const ages = [1, 5, 15, 60, 300, 900, 3_600, 21_600, 86_400];

const listsOfHandles = [
  ...['nodejs_active_resources', 'nodejs_active_resources_total'],
  ...['nodejs_active_handles', 'nodejs_active_handles_total'],
  ...['nodejs_active_requests', 'nodejs_active_requests_total'],
];

export const createMetrics = (clock: Clock): Metrics => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  // Each scrape lists every handle: with 10,000 agents it stops the event loop for a tenth of a second.
  for (const name of listsOfHandles) registry.removeSingleMetric(name);
  const registers = [registry];
  return {
    registry,
    requests: new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time from a request to the end of its response.',
      labelNames: ['route', 'method', 'status'] as const,
      buckets: usual,
      registers,
    }),
    statements: new Histogram({
      name: 'database_statement_duration_seconds',
      help: 'Time from sending a statement to its result, by kind of access.',
      labelNames: ['access'] as const,
      buckets: quick,
      registers,
    }),
    laggingReads: new Counter({
      name: 'database_replica_reads_total',
      help: 'Reads for DATABASE_READ_URL: run by the replica, or by the primary because the replica was behind, busy or unavailable, or cancelled the read.',
      labelNames: ['outcome'] as const,
      registers,
    }),
    rateLimitRefusals: new Counter({
      name: 'rate_limit_refusals_total',
      help: 'Calls that were refused because of a rate limit.',
      labelNames: ['limit'] as const,
      registers,
    }),
    packets: new Counter({
      name: 'packets_total',
      help: 'Received packets, by outcome.',
      labelNames: ['outcome'] as const,
      registers,
    }),
    metricPoints: new Counter({
      name: 'metric_points_total',
      help: 'Received OpenTelemetry data points and Prometheus samples, by outcome.',
      labelNames: ['outcome'] as const,
      registers,
    }),
    packetLateness: new Histogram({
      name: 'packet_lateness_seconds',
      help: 'Age of the oldest packet of a call when it was received.',
      buckets: ages,
      registers,
    }),
    stepDurations: new Histogram({
      name: 'work_step_duration_seconds',
      help: 'Time from the claim of a step of durable work to its recorded outcome.',
      labelNames: ['lane', 'outcome'] as const,
      buckets: slow,
      registers,
    }),
    stepDelays: new Histogram({
      name: 'work_step_delay_seconds',
      help: 'Time that a step of durable work waited for its first attempt.',
      labelNames: ['lane'] as const,
      buckets: slow,
      registers,
    }),
    mails: new Counter({
      name: 'mails_total',
      help: 'Attempts to send a mail: sent, again (will be repeated), failed, or kept in the outbox.',
      labelNames: ['result'] as const,
      registers,
    }),
    actionCalls: new Histogram({
      name: 'action_call_duration_seconds',
      help: 'Time of an attempt at an HTTP call of an action: done, again (will be repeated) or failed.',
      labelNames: ['result'] as const,
      buckets: usual,
      registers,
    }),
    agentsWaiting: new Gauge({
      name: 'agents_waiting',
      help: 'Agents that wait for a change of their configuration.',
      registers,
    }),
    tenants: countTenants(registry, clock),
    rulesWithdrawn: new Counter({
      name: 'rules_taken_out_of_service_total',
      help: 'Rules that were taken out of service because their regular expressions took too long.',
      registers,
    }),
    auditSinkFailures: new Counter({
      name: 'audit_sink_failures_total',
      help: 'Failed attempts to write the heads of the audit chains to AUDIT_SINK.',
      registers,
    }),
    auditBroken: new Gauge({
      name: 'audit_broken',
      help: '1 while the audit chains do not end where they were sealed and nothing is sealed.',
      registers,
    }),
  };
};
