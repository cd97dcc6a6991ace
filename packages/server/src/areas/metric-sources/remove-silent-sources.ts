import { metricSourceStatuses } from '@cfs/contracts/metric-source-enumerations';
import { metricLimits } from '@cfs/contracts/metric-sources';
import { systemContext } from '../../platform/context.ts';
import { inScope } from '../../platform/database/in-scope.ts';
import type { Services } from '../../platform/services.ts';

const dayMilliseconds = 86_400_000;

/** Deletes waiting sources of all tenants that have sent nothing for a week, so that others can be listed. */
export const removeSilentSources = ({ gate, clock }: Pick<Services, 'gate' | 'clock'>): Promise<void> => {
  const context = systemContext({ name: 'housekeeping', clock, tenantId: 'all' });
  const before = new Date(clock.now().getTime() - metricLimits.waitingDays * dayMilliseconds);
  return gate.write(context, 'MetricSources:edit', async (db, change) => {
    change.exempt('metric_sources', 'telemetry');
    await db
      .deleteFrom('metric_sources')
      .where('status', '=', metricSourceStatuses.Waiting)
      .where('last_seen', '<', before)
      .where(inScope(context, 'MetricSources:edit', 'metric_sources.tenant_id'))
      .execute();
  });
};
