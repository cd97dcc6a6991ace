import { sql, type RawBuilder } from 'kysely';
import type { Context } from '../../../platform/context.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import { inScope } from '../../../platform/database/in-scope.ts';
import type { Services } from '../../../platform/services.ts';

const permission = 'WorkUnits:view';

/** A span of time from `from` (inclusive) to `before` (exclusive). */
export interface Span {
  readonly from: Date;
  readonly before: Date;
}

/** A mean over `count` units; `null` over none. */
export interface MeanTime {
  readonly count: number;
  readonly meanSeconds: number | null;
}

/** The numbers of units created and resolved per day, and the mean times to acknowledge and resolve within a span. */
export interface UnitFlow {
  readonly days: readonly (Span & { readonly created: number; readonly resolved: number })[];
  readonly acknowledged: MeanTime;
  readonly resolved: MeanTime;
}

type Moment = 'created' | 'acknowledged' | 'resolved';

/**
 * The subquery, as `work_units`, for the units whose moment lies between two times. The index of `created` begins with
 * the tenant, those of the other moments with the moment. For these, a generic plan assumes tenants of equal size and
 * would read all units of a large tenant for each day; `offset 0` makes it read the span first.
 */
const unitsWithin = (moment: Moment, from: RawBuilder<Date>, before: RawBuilder<Date>): RawBuilder<unknown> => {
  const column = sql.ref(`work_units.${moment}`);
  const within = sql`work_units where ${column} >= ${from} and ${column} < ${before}`;
  return moment === 'created'
    ? sql`(select tenant_id, created from ${within}) as work_units`
    : sql`(select tenant_id, created, ${column} from ${within} offset 0) as work_units`;
};

const countsOf = async (
  db: ScopedDatabase,
  scope: RawBuilder<boolean>,
  moment: Moment,
  days: readonly Span[],
): Promise<readonly number[]> => {
  const units = unitsWithin(moment, sql.ref<Date>('day.since'), sql.ref<Date>('day.before'));
  const rows = await db.guarded<{ count: number }>(sql`
    select (select count(*)::int from ${units} where ${scope}) as count
    from unnest(${days.map(({ from }) => from)}::timestamptz[], ${days.map(({ before }) => before)}::timestamptz[])
      with ordinality as day(since, before, place)
    order by day.place`);
  return rows.map(({ count }) => count);
};

const meanOf = async (
  db: ScopedDatabase,
  scope: RawBuilder<boolean>,
  moment: Moment,
  { from, before }: Span,
): Promise<MeanTime> => {
  const units = unitsWithin(moment, sql<Date>`${from}::timestamptz`, sql<Date>`${before}::timestamptz`);
  const column = sql.ref(`work_units.${moment}`);
  const [row] = await db.guarded<{ count: number; mean_seconds: number | null }>(sql`
    select count(*)::int as count,
      extract(epoch from avg(${column} - work_units.created))::float8 as mean_seconds
    from ${units} where ${scope}`);
  return { count: row?.count ?? 0, meanSeconds: row?.mean_seconds ?? null };
};

/** Reads the flow of the units that the caller may see: created and resolved by day, the mean times of a span. */
export const readUnitFlow = (
  { gate }: Pick<Services, 'gate'>,
  context: Context,
  { days, means }: { readonly days: readonly Span[]; readonly means: Span },
): Promise<UnitFlow> =>
  gate.read(context, permission, async (db) => {
    const scope = inScope(context, permission, 'work_units.tenant_id');
    const created = await countsOf(db, scope, 'created', days);
    const resolved = await countsOf(db, scope, 'resolved', days);
    return {
      days: days.map((day, index) => ({ ...day, created: created[index] ?? 0, resolved: resolved[index] ?? 0 })),
      acknowledged: await meanOf(db, scope, 'acknowledged', means),
      resolved: await meanOf(db, scope, 'resolved', means),
    };
  });
