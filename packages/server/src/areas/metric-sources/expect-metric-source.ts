import type { Context } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { inScope } from '../../platform/database/in-scope.ts';
import { notFound } from '../../platform/problems.ts';

/**
 * Returns a source of the request's tenant, locked.
 *
 * @throws 404 if the tenant has no source with this id.
 */
export const expectMetricSource = async (db: ScopedDatabase, context: Context, metricSourceId: string) => {
  const row = await db
    .selectFrom('metric_sources')
    .selectAll()
    .where('tenant_id', '=', context.tenantId)
    .where('metric_source_id', '=', metricSourceId)
    .where(inScope(context, 'MetricSources:edit', 'metric_sources.tenant_id'))
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound('Metric source');
  return row;
};
