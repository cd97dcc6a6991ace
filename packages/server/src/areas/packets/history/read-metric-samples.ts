import { sql } from 'kysely';
import { recordSet } from '../../../platform/database/record-set.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';

/** The metrics of a packet that samples contain; `null` if it has no such number. */
export interface MetricSample {
  readonly entityId: string;
  /** Number of the step, from 0. */
  readonly step: number;
  readonly cpuPercent: number | null;
  readonly memoryPercent: number | null;
  readonly diskPercent: number | null;
}

/** The samples of an entity: a JSON array of pairs of the step and the metrics of its packet; `null` if there are none. */
interface SampledEntity {
  readonly entityId: string;
  readonly samples: string | null;
}

/** Of a longer message, only the metrics of a sample are read. */
const maxMessageCharacters = 2_048;

const metric = (name: string) => sql`case jsonb_typeof(packet.metrics -> ${sql.lit(name)})
  when 'number' then packet.metrics -> ${sql.lit(name)} end`;

const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);

const toSamples = ({ entityId, samples }: SampledEntity): MetricSample[] =>
  (JSON.parse(samples ?? '[]') as [number, Readonly<Record<string, unknown>>][]).map(([step, metrics]) => ({
    entityId,
    step,
    cpuPercent: numberOf(metrics['CpuPercent']),
    memoryPercent: numberOf(metrics['MemoryPercent']),
    diskPercent: numberOf(metrics['DiskPercent']),
  }));

/** The last packet of each entity in each step of equal length. Steps without a packet or without metrics are absent. */
export const readMetricSamples = async (
  db: ScopedDatabase,
  entities: readonly { readonly tenantId: string; readonly entityId: string }[],
  { from, stepSeconds, steps }: { readonly from: Date; readonly stepSeconds: number; readonly steps: number },
): Promise<MetricSample[]> => {
  const to = new Date(from.getTime() + steps * stepSeconds * 1_000);
  // One index lookup per entity and step, however often an entity reports. The planner knows the bounds of all steps and
  // prunes the partitions of other days. PostgreSQL parses a message again for each member that is read: the statement
  // returns the metrics unchanged, one row per entity. `offset 0` prevents subquery pull-up, which would parse each packet
  // of a step.
  const rows = await db.guarded(sql<SampledEntity>`
    select asked."entityId", sampled.samples
    from ${recordSet('asked', { tenantId: 'uuid', entityId: 'uuid' }, entities)}
    join packets_latest latest on latest.tenant_id = asked."tenantId" and latest.entity_id = asked."entityId"
    cross join lateral (
      select '[' || string_agg('[' || step.number || ',' || case
          when length(last.message) <= ${maxMessageCharacters}::integer then last.message::json ->> 'Metrics'
          else (
            select jsonb_build_object('CpuPercent', ${metric('CpuPercent')}, 'MemoryPercent', ${metric('MemoryPercent')},
              'DiskPercent', ${metric('DiskPercent')})::text
            from (select last.message::jsonb -> 'Metrics' as metrics offset 0) packet
          )
        end || ']', ',') || ']' as samples
      from generate_series(0, ${steps - 1}::integer) as step(number)
      cross join lateral (
        select history.message from packet_history history
        where history.series = latest.series
          and history."timestamp" >= ${from}::timestamptz and history."timestamp" < ${to}::timestamptz
          and history."timestamp" >= ${from}::timestamptz + step.number * make_interval(secs => ${stepSeconds})
          and history."timestamp" < ${from}::timestamptz + (step.number + 1) * make_interval(secs => ${stepSeconds})
        order by history."timestamp" desc limit 1 offset 0
      ) last
      where last.message is not null
    ) sampled`);
  return rows.flatMap(toSamples);
};
