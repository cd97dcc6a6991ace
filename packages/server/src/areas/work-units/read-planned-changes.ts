import type { CalendarQuery } from '@cfs/contracts/change-calendar';
import { relationTypes, workUnitStates, workUnitTypes } from '@cfs/contracts/work-unit-enumerations';
import { sql } from 'kysely';
import type { Context } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { inScope } from '../../platform/database/in-scope.ts';
import type { Services } from '../../platform/services.ts';
import { guidPattern } from '@cfs/contracts/guid';

const permission = 'WorkUnits:view';

/** Longer plans have an index of their own, by literals that the statement repeats (`0041-work-units.sql`). */
const usualLength = 7 * 86_400_000;
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
 * The two statements that find the Change Requests of the caller's tenants that are planned within the span, save canceled
 * ones: those that begin in it or within a week before, and those that last longer.
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
    // By their end, as their index has them: by their start, all that is past would lie before them.
    long.orderBy('planned_finish_time').limit(limit),
  ];
};

type PlannedStatement = ReturnType<typeof plannedChangesStatements>[number];

type FoundRow = Awaited<ReturnType<PlannedStatement['execute']>>[number];

/** A device or block that a change relates to, by its present name. */
interface RelatedEntity {
  readonly id: string;
  readonly name: string;
}

export interface PlannedRow extends FoundRow {
  readonly related: readonly RelatedEntity[];
}

/** The devices and blocks that the changes relate to, by the change's id; those that are gone are left out. */
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

/** The first of the changes that {@link plannedChangesStatements} finds, with what each relates to. */
export const readPlannedChanges = (
  { gate }: Pick<Services, 'gate'>,
  context: Context,
  query: CalendarQuery,
  limit: number,
): Promise<PlannedRow[]> =>
  gate.read(context, permission, async (db) => {
    const found: FoundRow[] = [];
    for (const statement of plannedChangesStatements(db, context, query, limit))
      found.push(...(await statement.execute()));
    const start = (row: (typeof found)[number]): number => row.planned_start_time?.getTime() ?? 0;
    const rows = found
      .toSorted((one, other) => start(one) - start(other) || one.work_unit_id - other.work_unit_id)
      .slice(0, limit);
    const related = await readRelatedEntities(db, rows);
    return rows.map((row) => ({ ...row, related: related.get(row.work_unit_id) ?? [] }));
  });
