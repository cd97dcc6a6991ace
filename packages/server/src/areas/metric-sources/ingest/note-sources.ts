import { randomUUID } from 'node:crypto';
import { metricLimits, type MetricSample } from '@cfs/contracts/metric-sources';
import { metricSourceStatuses } from '@cfs/contracts/metric-source-enumerations';
import type { Insertable } from 'kysely';
import type { Change } from '../../../platform/audit/change.ts';
import { systemContext, type Context } from '../../../platform/context.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import { takeLock } from '../../../platform/database/take-lock.ts';
import { inScope } from '../../../platform/database/in-scope.ts';
import type { Services } from '../../../platform/services.ts';
import type { MetricSourceTable } from '../metric-source-table.ts';
import type { CollectedSource } from './collect-points.ts';

/** The decision about a source. */
export interface NotedSource {
  /** A value of `metricSourceStatuses`. */
  readonly status: number;
  readonly entityId: string | null;
  readonly valueField: string | null;
}

/** The metrics that a source sends update its row at most once in this time. */
const noteMilliseconds = 60_000;

const columns = ['source_key', 'status', 'entity_id', 'value_field', 'last_seen'] as const;
type Row = Pick<MetricSourceTable, (typeof columns)[number]>;

const sampleOf = ({ points }: CollectedSource): Pick<MetricSourceTable, 'field_count' | 'sample'> => {
  const values = new Map<string, number>();
  for (const { fields } of points) for (const { name, value } of fields) values.set(name, value);
  const sample: MetricSample[] = [...values.keys()]
    .toSorted()
    .slice(0, metricLimits.sampleFields)
    .map((field) => ({ field, value: values.get(field) ?? 0 }));
  return { field_count: values.size, sample: JSON.stringify(sample) };
};

const newRow = (tenantId: string, sent: CollectedSource, now: Date): Insertable<MetricSourceTable> => ({
  tenant_id: tenantId,
  metric_source_id: randomUUID(),
  source_key: sent.source.key,
  protocol: sent.source.protocol,
  name: sent.source.name,
  identity: sent.source.identity,
  status: metricSourceStatuses.Waiting,
  entity_id: null,
  value_field: null,
  ...sampleOf(sent),
  first_seen: now,
  last_seen: now,
});

const countWaiting = async (db: ScopedDatabase, context: Context): Promise<number> => {
  const { waiting } = await db
    .selectFrom('metric_sources')
    .select((eb) => eb.fn.countAll<string>().as('waiting'))
    .where('tenant_id', '=', context.tenantId)
    .where('status', '=', metricSourceStatuses.Waiting)
    .where(inScope(context, 'MetricSources:edit', 'metric_sources.tenant_id'))
    .executeTakeFirstOrThrow();
  return Number(waiting);
};

/**
 * Updates the rows of known sources with their last points, and inserts new ones up to the limit of waiting sources.
 */
const writeSources = async (
  db: ScopedDatabase,
  change: Change,
  known: readonly CollectedSource[],
  unknown: readonly CollectedSource[],
): Promise<Row[]> => {
  const { context } = change;
  const now = context.clock.now();
  change.exempt('metric_sources', 'telemetry');
  let listed: readonly CollectedSource[] = [];
  if (unknown.length > 0) {
    await takeLock(db, `metric-sources ${context.tenantId}`);
    listed = unknown.slice(0, Math.max(0, metricLimits.waiting - (await countWaiting(db, context))));
  }
  const written = [...known, ...listed].sort((one, other) => (one.source.key < other.source.key ? -1 : 1));
  if (written.length === 0) return [];
  return db
    .insertInto('metric_sources')
    .values(written.map((sent) => newRow(context.tenantId, sent, now)))
    .onConflict((taken) =>
      taken.columns(['tenant_id', 'source_key']).doUpdateSet((eb) => ({
        field_count: eb.ref('excluded.field_count'),
        sample: eb.ref('excluded.sample'),
        last_seen: eb.ref('excluded.last_seen'),
      })),
    )
    .returning(columns)
    .execute();
};

/**
 * Returns the decisions about the sources of a call, and records when they last sent. An unknown source is listed as
 * waiting. A source that is missing from the result is not listed, because too many sources wait already.
 */
export const noteSources = async (
  { gate, clock }: Pick<Services, 'gate' | 'clock'>,
  caller: Context,
  sources: ReadonlyMap<string, CollectedSource>,
): Promise<ReadonlyMap<string, NotedSource>> => {
  if (sources.size === 0) return new Map();
  const { tenantId, traceId, span } = caller;
  const context = systemContext({ name: 'metric sources', clock, tenantId, traceId, span });
  const keys = [...sources.keys()];
  const { rows, isFull } = await gate.read(context, 'MetricSources:edit', async (db) => {
    const found = await db
      .selectFrom('metric_sources')
      .select(columns)
      .where('tenant_id', '=', tenantId)
      .where('source_key', 'in', keys)
      .where(inScope(context, 'MetricSources:edit', 'metric_sources.tenant_id'))
      .execute();
    const waiting = found.length < keys.length ? await countWaiting(db, context) : 0;
    return { rows: found, isFull: waiting >= metricLimits.waiting };
  });
  const noted = new Map(rows.map((row): [string, Row] => [row.source_key, row]));
  const before = clock.now().getTime() - noteMilliseconds;
  const all = [...sources.values()];
  const known = all.filter(({ source: { key } }) => (noted.get(key)?.last_seen.getTime() ?? Infinity) <= before);
  const unknown = isFull ? [] : all.filter(({ source: { key } }) => !noted.has(key));
  if (known.length + unknown.length > 0) {
    const written = await gate.write(
      context,
      'MetricSources:edit',
      (db, change) => writeSources(db, change, known, unknown),
      `metric sources ${tenantId}`,
    );
    for (const row of written) noted.set(row.source_key, row);
  }
  return new Map(
    [...noted].map(([key, { status, entity_id: entityId, value_field: valueField }]) => [
      key,
      { status, entityId, valueField },
    ]),
  );
};
