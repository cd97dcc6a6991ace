import type { Area } from '../../platform/services.ts';
import { metricSourceEntity } from './metric-source-entity.ts';
import { metricSourcesRoutes } from './metric-sources-routes.ts';
import { removeSilentSources } from './remove-silent-sources.ts';

const hourMilliseconds = 3_600_000;

/**
 * Senders of metrics and the decisions about them. The routes that receive metrics are registered with those of
 * packets.
 */
export const metricSourcesArea: Area = {
  name: 'metric-sources',
  entities: [metricSourceEntity],
  tables: { metric_sources: ['MetricSource'] },
  routes: metricSourcesRoutes,
  tasks: { 'remove silent metric sources': { pauseMilliseconds: hourMilliseconds, run: removeSilentSources } },
};
