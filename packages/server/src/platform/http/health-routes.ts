import type { AccessSnapshots } from '../access/access-snapshot.ts';
import type { Metrics } from '../metrics.ts';
import type { App } from './app-instance.ts';

/** Whether the process lives, whether it can serve (its database answers), and what it measures. */
export const healthRoutes = (app: App, snapshots: AccessSnapshots, metrics: Metrics): void => {
  const config = { permission: 'anonymous' as const };

  app.get('/healthz', { config }, () => ({ status: 'ok' }));

  app.get('/readyz', { config }, async () => {
    await snapshots.current();
    return { status: 'ready' };
  });

  app.get('/metrics', { config }, async (_request, reply) =>
    reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()),
  );

  app.addHook('onResponse', (request, reply, done) => {
    metrics.requests.observe(
      { route: request.routeOptions.url ?? 'none', method: request.method, status: reply.statusCode },
      reply.elapsedTime / 1_000,
    );
    done();
  });
};
