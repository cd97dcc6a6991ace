import { sql } from 'kysely';
import { recordSet } from '../../platform/database/record-set.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';

/** The metrics of a packet that samples contain; `null` where it has no such number. */
export interface MetricSample {
  readonly entityId: string;
  /** Number of the step, from 0. */
  readonly step: number;
  readonly cpuPercent: number | null;
  readonly memoryPercent: number | null;
  readonly diskPercent: number | null;
}

const metric = (name: string) => sql`case json_typeof(packet.metrics -> ${sql.lit(name)})
  when 'number' then (packet.metrics ->> ${sql.lit(name)})::double precision end`;

/** The last packet of each entity in each step of equal length; steps without one are absent. */
export const readMetricSamples = (
  db: ScopedDatabase,
  entities: readonly { readonly tenantId: string; readonly entityId: string }[],
  { from, stepSeconds, steps }: { readonly from: Date; readonly stepSeconds: number; readonly steps: number },
): Promise<MetricSample[]> => {
  const to = new Date(from.getTime() + steps * stepSeconds * 1_000);
  // One index lookup per entity and step, however often an entity reports. The bounds of all steps are known when the
  // statement starts, so that it opens the partitions of these days alone. A message is parsed once for all its metrics.
  return db.guarded(sql<MetricSample>`
    select asked."entityId", step.number as step, ${metric('CpuPercent')} as "cpuPercent",
      ${metric('MemoryPercent')} as "memoryPercent", ${metric('DiskPercent')} as "diskPercent"
    from ${recordSet('asked', { tenantId: 'uuid', entityId: 'uuid' }, entities)}
    join packets_latest latest on latest.tenant_id = asked."tenantId" and latest.entity_id = asked."entityId"
    cross join generate_series(0, ${steps - 1}::integer) as step(number)
    cross join lateral (
      select history.message::json -> 'Metrics' as metrics from packet_history history
      where history.series = latest.series
        and history."timestamp" >= ${from}::timestamptz and history."timestamp" < ${to}::timestamptz
        and history."timestamp" >= ${from}::timestamptz + step.number * make_interval(secs => ${stepSeconds})
        and history."timestamp" < ${from}::timestamptz + (step.number + 1) * make_interval(secs => ${stepSeconds})
      order by history."timestamp" desc limit 1
    ) packet`);
};
