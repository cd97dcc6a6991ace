import { Registry } from 'prom-client';
import { z } from 'zod';
import { admittedContext } from '../access/authorise.ts';
import type { AccessSnapshots } from '../access/access-snapshot.ts';
import type { Metrics } from '../metrics.ts';
import type { App } from './app-instance.ts';
import { stopping } from './end-connections.ts';
import { mayMeasure } from './may-measure.ts';

const status = z.object({ status: z.string() });

export interface HealthNeeds {
  readonly snapshots: AccessSnapshots;
  /** The metrics in the Prometheus text format. */
  readonly readMetrics: () => Promise<string>;
  /** The bearer token that grants access to the metrics from other machines. */
  readonly metricsToken: string | undefined;
  /** Aborts when the server must receive no further requests. */
  readonly draining?: AbortSignal | undefined;
}

/** Liveness, readiness (the database responds, and the server does not drain) and metrics. */
export const healthRoutes = (app: App, { snapshots, readMetrics, metricsToken, draining }: HealthNeeds): void => {
  const anonymous = { permission: 'anonymous' } as const;

  app.get(
    '/healthz',
    { config: { ...anonymous, summary: 'Whether the process is alive', answers: { 200: status } } },
    () => ({ status: 'ok' }),
  );

  app.get(
    '/readyz',
    { config: { ...anonymous, summary: 'Whether the server is ready', answers: { 200: status } } },
    async () => {
      if (draining?.aborted) throw stopping();
      await snapshots.current();
      return { status: 'ready' };
    },
  );

  app.get(
    '/metrics',
    {
      config: { ...anonymous, summary: 'The metrics of the server, for Prometheus', answers: { 200: 'text/plain' } },
      onRequest: (request, _reply, done) => done(mayMeasure(request, metricsToken)),
    },
    async (_request, reply) => reply.type(Registry.PROMETHEUS_CONTENT_TYPE).send(await readMetrics()),
  );
};

/** Measures all requests. */
export const observeRequests = (app: App, metrics: Metrics): void => {
  app.addHook('onResponse', (request, reply, done) => {
    metrics.requests.observe(
      { route: request.routeOptions.url ?? 'none', method: request.method, status: reply.statusCode },
      reply.elapsedTime / 1_000,
    );
    const context = admittedContext(request);
    if (context) metrics.tenants.count('calls', context.tenantId);
    done();
  });
};
