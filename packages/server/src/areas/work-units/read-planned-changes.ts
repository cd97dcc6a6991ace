import type { CalendarQuery } from '@cfs/contracts/change-calendar';
import { relationTypes, workUnitStates, workUnitTypes } from '@cfs/contracts/work-unit-enumerations';
import { sql } from 'kysely';
import type { Context } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { inScope } from '../../platform/database/in-scope.ts';
import type { Services } from '../../platform/services.ts';
import { guidPattern } from '@cfs/contracts/guid';

const permission = 'WorkUnits:view';

/** Longer plans have a separate partial index; its literals are repeated in the statement (`0041-work-units.sql`). */
const usualLength = 7 * 86_400_000;

/** How far beyond the span clashes of a change that touches it are searched for, in milliseconds. */
const sight = 7 * 86_400_000;

const isLong = sql<boolean>`planned_finish_time - planned_start_time > interval '7 days'`;
const finish = sql<Date>`coalesce(planned_finish_time, planned_start_time)`;

const plans = (db: ScopedDatabase, context: Context, { to, from, tenantIds, exceptTenantIds }: CalendarQuery) =>
  db
    .selectFrom('work_units')
    .select([
      'work_unit_id',
      'public_work_unit_id',
      'title',
      'tenant_id',
      'tenant_name',
      'state',
      'severity',
      'assigned_to',
      'planned_start_time',
      finish.as('finish'),
      'planned_outage',
      'affected_resources',
      'affected_entities',
    ])
    .where(inScope(context, permission, 'work_units.tenant_id'))
    .where('work_unit_type_id', '=', sql.lit(workUnitTypes.ChangeRequest))
    .where('state', '<>', sql.lit(workUnitStates.Canceled))
    .where('planned_start_time', 'is not', null)
    .where('planned_start_time', '<', new Date(to))
    .where(finish, '>=', new Date(from))
    .$if(tenantIds !== undefined, (query) => query.where('tenant_id', 'in', tenantIds ?? []))
    .$if(exceptTenantIds !== undefined, (query) => query.where('tenant_id', 'not in', exceptTenantIds ?? []));

/**
 * Builds the two statements that find the Change Requests of the caller's tenants that are planned within the span,
 * except canceled ones: those that begin in it or within a week before it, and those that began earlier and last longer
 * than a week.
 */
export const plannedChangesStatements = (db: ScopedDatabase, context: Context, query: CalendarQuery, limit: number) => {
  const weekBefore = new Date(Date.parse(query.from) - usualLength);
  const usual = plans(db, context, query).where('planned_start_time', '>=', weekBefore);
  const long = plans(db, context, query)
    .where(isLong)
    .where('planned_start_time', '<', weekBefore)
    .where('planned_finish_time', '>=', new Date(query.from));
  return [
    usual.orderBy('planned_start_time').orderBy('work_unit_id').limit(limit),
    // By end, as in their index: by start, all past ones would be scanned first.
    long.orderBy('planned_finish_time').limit(limit),
  ];
};

/** The extent of the changes that touch a span, from the first start to the last finish. */
interface Extent {
  readonly earliest: Date;
  readonly latest: Date;
}

/**
 * Builds the statements that find the changes outside the span but within the extent: those that end before the span
 * and not before the earliest time, and those that begin after the span and before the latest.
 */
export const changesBesideStatements = (
  db: ScopedDatabase,
  context: Context,
  query: CalendarQuery,
  { earliest, latest }: Extent,
  limit: number,
) => {
  const before = { ...query, from: earliest.toISOString(), to: query.from };
  const after = { ...query, from: query.to, to: latest.toISOString() };
  return [
    ...(before.from < before.to
      ? plannedChangesStatements(db, context, before, limit).map((statement) =>
          statement.where(finish, '<', new Date(query.from)),
        )
      : []),
    ...(after.from < after.to
      ? [
          plans(db, context, after)
            .where('planned_start_time', '>=', new Date(query.to))
            .orderBy('planned_start_time')
            .orderBy('work_unit_id')
            .limit(limit),
        ]
      : []),
  ];
};

type PlannedStatement = ReturnType<typeof plannedChangesStatements>[number];

type FoundRow = Awaited<ReturnType<PlannedStatement['execute']>>[number];

/** A device or block that a change relates to, with its current name. */
interface RelatedEntity {
  readonly id: string;
  readonly name: string;
}

export interface PlannedRow extends FoundRow {
  readonly related: readonly RelatedEntity[];
}

/** The devices and blocks that the changes relate to, by the change's id; deleted ones are left out. */
const readRelatedEntities = async (
  db: ScopedDatabase,
  rows: readonly FoundRow[],
): Promise<ReadonlyMap<number, readonly RelatedEntity[]>> => {
  if (rows.length === 0) return new Map();
  const related = await db.guarded<RelatedEntity & { readonly work_unit_id: number }>(sql`
    select relation.work_unit_id, relation.id::text as id, coalesce(device.name, block.name) as name
    from (
      select tenant_id, work_unit_id, reference_type, created,
        case when reference_id ~* ${guidPattern.source} then reference_id::uuid end as id
      from work_unit_relations
      where reference_type in (${sql.lit(relationTypes.Device)}, ${sql.lit(relationTypes.Block)})
        and (tenant_id, work_unit_id) in (
          select * from unnest(${rows.map((row) => row.tenant_id)}::uuid[], ${rows.map((row) => row.work_unit_id)}::bigint[]))
    ) relation
      left join devices device on relation.reference_type = ${sql.lit(relationTypes.Device)}
        and device.tenant_id = relation.tenant_id and device.device_id = relation.id
      left join blocks block on relation.reference_type = ${sql.lit(relationTypes.Block)}
        and block.tenant_id = relation.tenant_id and block.block_id = relation.id
    where coalesce(device.name, block.name) is not null
    order by relation.created, relation.id`);
  return Map.groupBy(related, ({ work_unit_id: id }) => Number(id));
};

const startOf = (row: FoundRow): number => row.planned_start_time?.getTime() ?? 0;

/** The first `limit` rows of all statements together, by start. */
const firstOf = async (statements: readonly PlannedStatement[], limit: number): Promise<readonly FoundRow[]> => {
  const found: FoundRow[] = [];
  for (const statement of statements) found.push(...(await statement.execute()));
  return found
    .toSorted((one, other) => startOf(one) - startOf(other) || one.work_unit_id - other.work_unit_id)
    .slice(0, limit);
};

/** Changes outside the span that overlap those that reach beyond it, in the same tenants and within {@link sight}. */
const readBeside = async (
  db: ScopedDatabase,
  context: Context,
  query: CalendarQuery,
  rows: readonly FoundRow[],
  limit: number,
): Promise<readonly FoundRow[]> => {
  const [from, to] = [Date.parse(query.from), Date.parse(query.to)];
  const beyond = rows.filter((row) => startOf(row) < from || row.finish.getTime() > to);
  if (beyond.length === 0) return [];
  const starts = beyond.map((row) => Math.max(startOf(row), from - sight));
  const finishes = beyond.map((row) => Math.min(row.finish.getTime(), to + sight));
  const extent = { earliest: new Date(Math.min(...starts)), latest: new Date(Math.max(...finishes)) };
  const asked = { ...query, tenantIds: [...new Set(beyond.map((row) => row.tenant_id))] };
  return firstOf(changesBesideStatements(db, context, asked, extent, limit), limit);
};

/** Changes that touch a span, and those outside it that they may clash with; both by start. */
export interface PlannedRows {
  readonly within: readonly PlannedRow[];
  readonly beside: readonly PlannedRow[];
}

/**
 * Reads up to `limit` of the changes that {@link plannedChangesStatements} and {@link changesBesideStatements} find,
 * each with its related devices and blocks.
 */
export const readPlannedChanges = (
  { gate }: Pick<Services, 'gate'>,
  context: Context,
  query: CalendarQuery,
  limit: number,
): Promise<PlannedRows> =>
  gate.read(context, permission, async (db) => {
    const within = await firstOf(plannedChangesStatements(db, context, query, limit), limit);
    const beside = await readBeside(db, context, query, within, limit);
    const related = await readRelatedEntities(db, [...within, ...beside]);
    const complete = (row: FoundRow): PlannedRow => ({ ...row, related: related.get(row.work_unit_id) ?? [] });
    return { within: within.map(complete), beside: beside.map(complete) };
  });
